package dev.pawl.workflow;

import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyStatus;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.ScalarFormat;
import dev.pawl.workflow.keys.ValueShape;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Generates a workflow file from the table of keys, all in YAML's flow style.
///
/// @param mistakes how many of a hundred values violate the table
record RandomFile(Random random, int mistakes) {

  private static final int DEEPEST = 12;
  private static final List<String> ODD =
      List.of(
          "''",
          "{}",
          "[]",
          "~",
          "1e9",
          "-1",
          "'${{'",
          "'${{ }}'",
          "'${{ a.b }}'",
          "{ ? a }",
          "'\u2028'",
          "[[[[]]]]",
          "'}}'",
          "0x1F",
          "true",
          "'a b'",
          "\"\\u0007\"",
          "*x",
          "&x 1");

  String workflow() {
    String jobs =
        IntStream.rangeClosed(0, random.nextInt(3))
            .mapToObj(index -> "j" + index + ": " + job())
            .collect(Collectors.joining(", "));
    String rest = fields(KeySection.WORKFLOW, 1);
    return "{ on: push, jobs: { " + jobs + " }" + (rest.isEmpty() ? "" : ", " + rest) + " }";
  }

  private String job() {
    String rest = fields(KeySection.JOB, 1);
    return "{ runs-on: x, steps: [ { run: x } ]" + (rest.isEmpty() ? "" : ", " + rest) + " }";
  }

  /// Some keys of a section, and all that it requires.
  private String fields(KeySection place, int depth) {
    return KeyTable.of(place).stream()
        .filter(key -> isChosen(key, depth))
        .map(key -> key.name() + ": " + value(key.shape(), key.contexts(), depth + 1))
        .collect(Collectors.joining(", "));
  }

  private boolean isChosen(KeyDefinition key, int depth) {
    if (List.of("on", "jobs", "runs-on", "steps", "uses", "with", "secrets", "needs", "run", "id")
        .contains(key.name())) {
      return (key.section() == KeySection.STEP && key.name().equals("run")) || isUnusual();
    }
    return key.isRequired()
        || (key.status() != KeyStatus.UNSUPPORTED && depth < DEEPEST && random.nextInt(8) == 0);
  }

  private String value(ValueShape shape, ContextAvailability scope, int depth) {
    if (depth > DEEPEST || isUnusual()) {
      return ODD.get(random.nextInt(ODD.size()));
    }
    return switch (shape) {
      case ValueShape.Scalar(ScalarFormat format) ->
          scope.allowsExpressions() && random.nextInt(3) == 0 ? expression(scope) : scalar(format);
      case ValueShape.Choice(List<String> words) -> words.get(random.nextInt(words.size()));
      case ValueShape.Computed _ -> expression(scope);
      case ValueShape.Nothing _ -> "";
      case ValueShape.ListOf(ValueShape item) ->
          "[ " + repeated(() -> value(item, scope, depth + 1)) + " ]";
      case ValueShape.MapOf(ValueShape inner) ->
          "{ "
              + repeated(() -> "n" + random.nextInt(1000) + ": " + value(inner, scope, depth + 1))
              + " }";
      case ValueShape.Fields(KeySection place) -> "{ " + fields(place, depth + 1) + " }";
      case ValueShape.Anything _ -> "x";
      case ValueShape.OneOf(List<ValueShape> shapes) ->
          value(shapes.get(random.nextInt(shapes.size())), scope, depth);
    };
  }

  private String repeated(java.util.function.Supplier<String> item) {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(_ -> item.get())
        .collect(Collectors.joining(", "));
  }

  private String expression(ContextAvailability scope) {
    if (!scope.allowsExpressions()) {
      return "x";
    }
    String context = scope.contexts().get(random.nextInt(scope.contexts().size()));
    String operand = random.nextInt(5) == 0 ? "fromJSON('[]')" : context + ".a";
    return "'${{ " + operand.replace("'", "''") + " }}'";
  }

  private static String scalar(ScalarFormat format) {
    return switch (format) {
      case TEXT, WORD, SCRIPT, STEP_SCRIPT, PATTERN, REGEX -> "a";
      case CONDITION -> "github.ref";
      case BOOLEAN -> "true";
      case NUMBER, MINUTES, COUNT, COUNT_OR_ZERO, INTEGER, FACTOR, EXIT_CODE -> "2";
      case DURATION -> "30s";
      case CRON -> "'0 5 * * *'";
      case TIMEZONE -> "UTC";
    };
  }

  private boolean isUnusual() {
    return random.nextInt(100) < mistakes;
  }
}
