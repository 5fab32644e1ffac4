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

/// Every row of the table holds for the reader: no key is ignored in silence.
class KeyTableTest {

  static final List<Key> ROWS = KeyTable.ROWS;

  @Test
  void noKeyIsListedTwiceInAPlace() {
    assertThat(ROWS).extracting(key -> key.place() + " " + key.name()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @FieldSource("ROWS")
  void eachKeyIsReadWarnedAboutOrRefused(Key key) {
    Diagnostics diagnostics = readWith(key.place(), key.name());
    switch (key.status()) {
      case SUPPORTED ->
          assertThat(diagnostics.errors())
              .as("a value of the wrong kind is noticed, so the value is read")
              .anyMatch(error -> error.message().matches(".*\\b" + key.name() + "` ?(:|as a).*"));
      case WITHOUT_EFFECT ->
          assertThat(diagnostics.warnings())
              .extracting(Diagnostic::message)
              .contains("`" + key.name() + "` has no effect " + key.place().described());
      case NOT_YET ->
          assertThat(diagnostics.errors())
              .extracting(Diagnostic::message)
              .contains(
                  "`"
                      + key.name()
                      + "` "
                      + key.place().described()
                      + " is not supported by this version yet");
    }
  }

  @ParameterizedTest
  @FieldSource("PLACES")
  void anyOtherKeyIsAnError(Place place) {
    assertThat(readWith(place, "banana").errors())
        .extracting(Diagnostic::message)
        .contains("unknown key `banana` " + place.described());
  }

  static final List<Place> PLACES = List.of(Place.values());

  @Test
  void aKeyInTheWrongPlaceIsToldWhereItIsKnown() {
    assertThat(readWith(Place.WORKFLOW, "steps").errors())
        .extracting(Diagnostic::hint)
        .contains("it is known in a job");
  }

  /// A workflow with that key at that place, its value of a kind that no supported key takes.
  private static Diagnostics readWith(Place place, String name) {
    String value =
        name.equals("on") ? "[[]]" : mappingIsRight(place, name) ? "[]" : "{ wrong: [] }";
    String key = name + ": " + value;
    String yaml =
        switch (place) {
          case WORKFLOW -> key;
          case DEFAULTS -> "defaults: { " + key + " }";
          case DEFAULTS_RUN -> "defaults: { run: { " + key + " } }";
          case JOB -> "jobs: { a: { " + key + " } }";
          case STEP -> "jobs: { a: { steps: [ { " + key + " } ] } }";
        };
    return WorkflowFile.read("ci.yml", yaml.getBytes(UTF_8)).diagnostics();
  }

  private static boolean mappingIsRight(Place place, String name) {
    return List.of("env", "defaults", "jobs").contains(name) || (place == Place.DEFAULTS);
  }
}
