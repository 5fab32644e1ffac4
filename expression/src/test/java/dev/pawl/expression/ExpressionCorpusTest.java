package dev.pawl.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.Value.Dict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The published cases of the expression language, in the directory of PAWL_CORPORA.
class ExpressionCorpusTest {

  private static final int AT_LEAST = 500;

  @Test
  void everyPublishedCaseHasItsPublishedResult() throws IOException {
    String corpora = System.getenv("PAWL_CORPORA");
    assumeTrue(corpora != null, "PAWL_CORPORA names no directory with the published cases");
    List<String> wrong = new ArrayList<>();
    int cases = 0;
    try (Stream<Path> files = Files.list(Path.of(corpora, "expressions"))) {
      for (Path file : files.sorted().toList()) {
        for (Value group : dict(Value.parseJson(Files.readString(file))).fields().values()) {
          for (Value each : ((Array) group).elements()) {
            cases++;
            check(file.getFileName() + ": ", dict(each), wrong);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(cases).isGreaterThan(AT_LEAST);
  }

  private static void check(String place, Dict each, List<String> wrong) {
    String source = field(each, "expr").text();
    Dict contexts =
        each.fields().containsKey("contexts")
            ? dict(field(each, "contexts"))
            : new Dict(new LinkedHashMap<>());
    String expected = expected(each);
    String actual = actual(source, contexts);
    // Some of the published errors stop in the middle of a sentence.
    boolean matches =
        each.fields().containsKey("err") ? actual.startsWith(expected) : actual.equals(expected);
    if (!matches) {
      wrong.add(place + source + "\n  expected " + expected + "\n  but was  " + actual);
    }
  }

  private static String expected(Dict each) {
    if (each.fields().containsKey("err")) {
      Dict error = dict(field(each, "err"));
      return field(error, "kind").text().toUpperCase(Locale.ROOT)
          + " "
          + field(error, "value").text();
    }
    Dict result = dict(field(each, "result"));
    return field(result, "kind").text() + " " + field(result, "value").json();
  }

  private static String actual(String source, Dict contexts) {
    try {
      var names = new AllowedNames(contexts.fields().keySet(), Set.of());
      Value value = Expression.parse(source, names).evaluate(new MapEnvironment(contexts));
      return value.kind() + " " + value.json();
    } catch (ExpressionError e) {
      return e.kind() + " " + e.message();
    }
  }

  private static Dict dict(Value value) {
    return (Dict) value;
  }

  private static Value field(Dict dict, String name) {
    return Objects.requireNonNull(dict.fields().get(name), name);
  }
}
