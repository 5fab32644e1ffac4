package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Applies every source rule to the repository, and shows on made-up files that each can fail.
class SourceRuleTest {

  private static final List<SourceFile> SOURCES = SourceFile.all();

  static List<SourceRule> rules() {
    return SourceRule.ALL;
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theSourcesKeepTheRule(SourceRule rule) {
    assertThat(rule.problems(SOURCES)).isEmpty();
  }

  @Test
  void theSourcesOfEveryModuleAreFound() {
    assertThat(SOURCES)
        .extracting(SourceFile::sourceRoot)
        .contains(
            "expression/src/main/java",
            "core/src/main/java",
            "server/src/test/java",
            "cli/src/test/java",
            "simulation/src/test/java");
    assertThat(SOURCES).hasSizeGreaterThan(500);
  }

  @Test
  void aNameThatIsUsedTwiceIsFound() {
    assertThat(problems("a simple name is used once", file("one", "Task"), file("two", "Task")))
        .anyMatch(problem -> problem.contains("'Task'"));
  }

  @Test
  void aCommentThatIsARiddleIsFoundOnNestedTypesToo() {
    var file =
        new SourceFile(
            "core/src/main/java",
            "dev.pawl.core",
            "Outer",
            List.of(
                "/// What it is.",
                "public final class Outer {",
                "  /// A good one.",
                "  record Good() {}",
                "",
                "  /// How it goes",
                "  /// on.",
                "  @Deprecated",
                "  private enum Inner {}",
                "",
                "  /// Who calls it.",
                "  void method() {}"));
    assertThat(problems("a class comment says what the class is", file))
        .hasSize(2)
        .anyMatch(problem -> problem.contains("'Outer'"))
        .anyMatch(problem -> problem.contains("'Inner'"));
  }

  @Test
  void aPackageWithTooManyFilesIsFound() {
    SourceFile[] files =
        IntStream.rangeClosed(0, SourceRule.MOST_FILES)
            .mapToObj(number -> file("crowded", "Type" + number))
            .toArray(SourceFile[]::new);
    assertThat(problems("a package has at most 25 files", files))
        .anyMatch(problem -> problem.contains("crowded"));
  }

  @Test
  void aPackageThatSaysNothingIsFound() {
    assertThat(problems("a package says what lives there", file("silent", "Type")))
        .anyMatch(problem -> problem.contains("silent"));
  }

  @Test
  void anExceptionThatIsNotNeededIsFound() {
    var rule = new SourceRule("none", _ -> List.of(), Map.of("Something", "no reason"));
    assertThat(rule.problems(List.of())).hasSize(1);
  }

  @Test
  void everyExceptionHasAReason() {
    assertThat(SourceRule.ALL)
        .flatMap(rule -> List.copyOf(rule.exceptions().values()))
        .allMatch(reason -> reason.length() > 20);
  }

  private static SourceFile file(String room, String name) {
    return new SourceFile("core/src/main/java", "dev.pawl." + room, name, List.of());
  }

  private static List<String> problems(String rule, SourceFile... files) {
    return Stream.of(rule)
        .flatMap(name -> SourceRule.ALL.stream().filter(one -> one.name().equals(name)))
        .findFirst()
        .orElseThrow()
        .problems(List.of(files));
  }
}
