package dev.pawl.cli.command;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `pawl plan` and `pawl run` in projects without a workflow.
class WorkflowDiscoveryTest {

  @TempDir Path directory;

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void aWorkflowIsProposed() throws IOException {
    write("Makefile", "test:\n\ttrue\n");
    write("ui/package.json", "{\"scripts\": {\"test\": \"vitest\"}}");

    CommandResult ended =
        pawl("plan", "-C", directory.toString())
            .exits(0)
            .complains(
                "pawl: no workflow found in .pawl/workflows or .github/workflows. Proposed jobs:")
            .complains("make: Makefile: built with make; its targets: test")
            .complains("npm-ui: in ui/, package.json: a Node package")
            .complains("pawl run --discovered");
    write(".pawl/workflows/ci.yml", ended.out());

    pawl("validate", "-C", directory.toString()).exits(0).says("1 file: no problems found");
  }

  @Test
  void asJson() throws IOException {
    write("Makefile", "test:\n\ttrue\n");

    CommandResult ended = pawl("plan", "--json", "-C", directory.toString()).exits(0);

    JsonNode report = JsonMapper.shared().readTree(ended.out());
    assertThat(report.get("workflows")).isEmpty();
    assertThat(report.get("proposal").get("yaml").asString()).contains("make test");
    assertThat(report.get("proposal").get("reasons").get(0).asString()).startsWith("make: ");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void noWorkflowCanBeProposed() {
    pawl("plan", "-C", directory.toString())
        .exits(2)
        .complains("no workflow found in")
        .complains("no known build system. Run `pawl init`");
  }

  @Test
  void runProposesAndDoesNotRun() throws IOException {
    write("Makefile", "test:\n\ttouch ran\n");

    pawl("run", "-C", directory.toString())
        .exits(2)
        .complains("make: Makefile: built with make; its targets: test")
        .complains("pawl run --discovered");
    assertThat(directory.resolve("ran")).doesNotExist();
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  @Test
  void unreadableFoldersAreIgnored() throws IOException {
    write("Makefile", "test:\n");
    assertThat(Files.createDirectory(directory.resolve("shut")).toFile().setReadable(false))
        .isTrue();

    pawl("plan", "-C", directory.toString()).exits(0);
  }
}
