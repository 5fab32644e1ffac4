package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Workflow files that GitHub published to test its own reader have the same meaning here.
///
/// Exceptions are listed with the reason in `docs/workflow-differences.md`, and nothing else is
/// listed there. The files are not part of this project; PAWL_CORPORA is their directory.
class PublishedCorpusTest {

  private static final Pattern LISTED = Pattern.compile("^\\| `(\\S+\\.yml)` \\| (.+) \\|$");

  @BeforeAll
  static void theFilesMustBeThere() {
    assumeTrue(
        System.getenv("PAWL_CORPORA") != null,
        "PAWL_CORPORA is not set: the published files are not read");
  }

  @TestFactory
  Stream<DynamicTest> everyPublishedFileMeansWhatItMeansToOthers() throws IOException {
    Map<String, String> notFollowed = notFollowed();
    return files()
        .map(PublishedFile::of)
        .map(file ->
            DynamicTest.dynamicTest(
                file.name(),
                () -> {
                  if (notFollowed.containsKey(file.name())) {
                    assertThat(isFollowed(file)).as("it is followed after all").isFalse();
                  } else {
                    check(file);
                  }
                }));
  }

  @Test
  void noSectionOfAnyFileMakesTheReaderThrow() throws IOException {
    for (Path path : files().toList()) {
      String text = Files.readString(path);
      ReadInvariants.check(WorkflowFile.read("all.yml", text.getBytes(UTF_8)));
      for (String section : text.split("(?m)^---$", -1)) {
        ReadInvariants.check(WorkflowFile.read("section.yml", section.getBytes(UTF_8)));
      }
    }
  }

  private static void check(PublishedFile file) {
    WorkflowReadResult reading = file.read();
    List<Diagnostic> errors = reading.diagnostics().errors();
    if (!file.isRefused()) {
      assertThat(errors).isEmpty();
      assertThat(WorkflowProjection.of(reading.workflow().orElseThrow(), file))
          .isEqualTo(PublishedMeaning.of(file));
      return;
    }
    assertThat(errors).isNotEmpty();
    for (PublishedFile.Place place : file.places()) {
      assertThat(errors).as("at " + place).anyMatch(error -> isAt(error, place));
    }
    if (!file.places().isEmpty()) {
      assertThat(errors)
          .as("none elsewhere")
          .allMatch(error -> file.places().stream().anyMatch(place -> isAt(error, place)));
    }
  }

  private static boolean isFollowed(PublishedFile file) {
    try {
      check(file);
      return true;
    } catch (AssertionError differs) {
      return false;
    }
  }

  private static boolean isAt(Diagnostic error, PublishedFile.Place place) {
    Position position = error.position();
    return (place.file().isEmpty() || position.file().equals(place.file()))
        && position.line() == place.line()
        && position.column() == place.column();
  }

  private static Stream<Path> files() throws IOException {
    try (Stream<Path> found =
        Files.list(Path.of(System.getenv("PAWL_CORPORA"), "workflow-reader"))) {
      List<Path> files = found.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
      assertThat(files).isNotEmpty();
      return files.stream();
    }
  }

  private static Map<String, String> notFollowed() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    for (String line :
        Files.readAllLines(DocsDirectory.docs().resolve("workflow-differences.md"))) {
      Matcher matcher = LISTED.matcher(line);
      if (matcher.matches()) {
        listed.put(matcher.group(1), matcher.group(2));
      }
    }
    return listed;
  }
}
