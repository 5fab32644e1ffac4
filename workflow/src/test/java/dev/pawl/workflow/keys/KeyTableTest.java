package dev.pawl.workflow.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Diagnostics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The reader honours every row of the table: no key is ignored silently.
class KeyTableTest {

  static final List<KeyDefinition> ROWS = KeyTable.ROWS;
  static final List<KeySection> PLACES =
      ROWS.stream().map(KeyDefinition::section).distinct().toList();

  @Test
  void noKeyIsListedTwiceInAPlace() {
    assertThat(ROWS).extracting(key -> key.section() + " " + key.name()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @FieldSource("ROWS")
  void eachKeyIsReadOrReported(KeyDefinition key) {
    Diagnostics diagnostics = readWith(key.section(), key.name() + ": " + wrongFor(key.shape()));
    String name = "`" + key.name() + "`";
    switch (key.status()) {
      case SUPPORTED, PART -> {}
      case NOT_EXECUTED ->
          assertThat(diagnostics.warnings())
              .extracting(Diagnostic::message)
              .contains(
                  name + " " + key.section().described() + " is checked, but not executed yet");
      case NO_EFFECT ->
          assertThat(diagnostics.warnings())
              .extracting(Diagnostic::message)
              .contains(name + " has no effect " + key.section().described());
      case JOB_REJECTED ->
          assertThat(diagnostics.warnings())
              .extracting(Diagnostic::message)
              .contains("a job with " + name + " cannot be run yet");
      case UNSUPPORTED ->
          assertThat(diagnostics.errors())
              .extracting(Diagnostic::message)
              .contains(
                  name + " " + key.section().described() + " is not supported by this version");
    }
    if (!(key.shape() instanceof ValueShape.Anything)) {
      assertThat(diagnostics.errors())
          .as("a value of the wrong kind is noticed, so the value is read")
          .extracting(Diagnostic::message)
          .anyMatch(
              error -> error.contains("`" + key.section().prefix() + key.name() + "`: expected"));
    }
  }

  @ParameterizedTest
  @FieldSource("PLACES")
  void anyOtherKeyIsAnError(KeySection place) {
    assertThat(readWith(place, "banana: 1").errors())
        .extracting(Diagnostic::message)
        .contains("unknown key `banana` " + place.described());
  }

  @ParameterizedTest
  @FieldSource("PLACES")
  void aMissingRequiredKeyIsAnError(KeySection place) {
    assertThat(readWith(place, "banana: 1").errors())
        .extracting(Diagnostic::message)
        .containsAll(
            KeyTable.of(place).stream()
                .filter(KeyDefinition::isRequired)
                .map(key -> "`" + key.name() + "` is missing " + place.described())
                .toList());
  }

  @Test
  void aMisplacedKeyHasItsSectionAsHint() {
    assertThat(readWith(KeySection.WORKFLOW, "steps: 1").errors())
        .extracting(Diagnostic::hint)
        .contains("it is allowed in a job");
  }

  /// A value that the shape does not accept.
  private static String wrongFor(ValueShape shape) {
    boolean takesMapping =
        shape.alternatives().stream()
            .anyMatch(
                each -> each instanceof ValueShape.MapOf || each instanceof ValueShape.Fields);
    boolean takesList = shape.alternatives().stream().anyMatch(ValueShape.ListOf.class::isInstance);
    return !takesMapping ? "{ a: [] }" : !takesList ? "[]" : "";
  }

  /// A workflow with that key in that section, placed by the section's path.
  private static Diagnostics readWith(KeySection place, String key) {
    String yaml = "{ " + key + " }";
    String path = place.path().equals("top level") ? "" : place.path();
    while (!path.isEmpty()) {
      int dot = path.lastIndexOf('.');
      String part = path.substring(dot + 1);
      path = dot < 0 ? "" : path.substring(0, dot);
      String name = part.replace("[*]", "").replaceAll("<.*>", "x");
      if (part.equals("<name>") && path.equals("hooks")) {
        name = "cleanup";
      }
      yaml = "{ " + name + ": " + (part.endsWith("[*]") ? "[" + yaml + "]" : yaml) + " }";
    }
    return WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8)).diagnostics();
  }
}
