package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Workflow files that others published to test their own readers: none of them makes ours throw.
///
/// A file has sections between lines of `---`: options, a workflow, more names and workflows in
/// turn, and last what the others' reader makes of it. The files are not part of this project;
/// PAWL_CORPORA says where they are.
class PublishedCorpusTest {

  @Test
  void everyPublishedFileIsAWorkflowOrAnError() throws IOException {
    String corpora = System.getenv("PAWL_CORPORA");
    assumeTrue(corpora != null, "PAWL_CORPORA is not set: the published files are not read");
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(corpora, "workflow-reader"))) {
      files = found.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      String text = Files.readString(file);
      check(file, text);
      for (String section : text.split("(?m)^---$", -1)) {
        check(file, section);
      }
    }
  }

  private static void check(Path file, String text) {
    Promise.check(WorkflowFile.read(file.getFileName().toString(), text.getBytes(UTF_8)));
  }
}
