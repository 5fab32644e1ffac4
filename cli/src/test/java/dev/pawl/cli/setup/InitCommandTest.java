package dev.pawl.cli.setup;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {

  private static final String FILE = ".pawl/workflows/ci.yml";

  @TempDir Path directory;

  private CommandResult init(String... arguments) {
    List<String> all = new ArrayList<>(List.of("-C", directory.toString(), "init"));
    all.addAll(List.of(arguments));
    return pawl(all.toArray(String[]::new));
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  @Test
  void theProposalIsPrintedAndNotWritten() throws IOException {
    write("Makefile", "test:\n\ttrue\n");

    init()
        .exits(0)
        .says("run: make test\n")
        .complains("make: Makefile: built with make; its targets: test")
        .complains("Nothing was written. Run `pawl init --write` to write '" + FILE + "'.");

    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  @Test
  void theProposalIsWrittenOnRequest() throws IOException {
    write("Makefile", "test:\n\ttrue\n");

    CommandResult ended = init("--write").exits(0).complains("Wrote '" + FILE + "'.");

    assertThat(read(FILE)).isEqualTo(ended.out());
    pawl("-C", directory.toString(), "plan").exits(0).says("CI (" + FILE + ") runs");
  }

  @Test
  void anUnknownProjectGetsAnExample() {
    init("--write").exits(0).complains("No known build system found.");

    pawl("-C", directory.toString(), "validate").exits(0).says("1 file: no problems found");
    pawl("-C", directory.toString(), "plan").exits(0).says("· test  after build");
  }

  @Test
  void anExistingFileIsReplacedOnlyByForce() throws IOException {
    write(FILE, "mine");

    init("--write").exits(2).complains("'" + FILE + "' exists already. Use --force");
    assertThat(read(FILE)).isEqualTo("mine");

    init("--write", "--force").exits(0);
    assertThat(read(FILE)).startsWith("# Replace");
  }

  @Test
  void aProjectWithAWorkflowNeedsAFileName() throws IOException {
    write(".github/workflows/a.yml", "mine");

    init("--write")
        .exits(2)
        .complains("this project has a workflow already: '.github/workflows/a.yml'.");
    assertThat(directory.resolve(".pawl")).doesNotExist();

    init("--write", "other/b.yml").exits(0).complains("Wrote 'other/b.yml'.");
    assertThat(read("other/b.yml")).contains("jobs:");
  }

  @Test
  void anUnwritablePlaceIsNamed() throws IOException {
    write("file", "not a directory");

    init("--write", "file/ci.yml").exits(3).complains("pawl: cannot write 'file/ci.yml': ");
  }
}
