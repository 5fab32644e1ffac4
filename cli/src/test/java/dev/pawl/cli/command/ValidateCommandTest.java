package dev.pawl.cli.command;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static dev.pawl.cli.process.InProcessCommand.pawlWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ValidateCommandTest {

  private static final String FINE =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n";
  private static final String WARNED = "run-name: x\n" + FINE;
  private static final String WRONG =
      "on: push\njobs: { a: { needz: b, runs-on: linux, steps: [ { run: 'true' } ] } }\n";

  @TempDir Path directory;

  private String write(String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aValidFile() {
    CommandResult ended = pawl("validate", write("w.yml", FINE)).exits(0);

    assertThat(ended.out()).isEqualTo("1 file: no problems found\n");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void anErrorHasItsPosition() {
    String file = write("w.yml", WRONG);

    pawl("validate", file)
        .exits(2)
        .says(file + ":2:14: error: ")
        .says("did you mean `needs`?")
        .says("1 file: ");
  }

  @Test
  void anAction() {
    String action =
        "name: x\ndescription: y\nruns:\n  using: composite\n  steps: [ { run: 'true', shell: sh } ]\n";

    pawl("validate", write("some/action.yml", action)).exits(0).says("1 file: no problems found");
    pawl("validate", write("some/action.yml", action.replace("using", "usin")))
        .exits(2)
        .says("action.yml:4:3: error");
  }

  @Test
  void warningsDoNotFail() {
    pawl("validate", write("w.yml", WARNED)).exits(0).says("1 file: 0 errors, 1 warning\n");
  }

  @Test
  void bothDirectoriesAreCheckedByDefault() {
    write(".pawl/workflows/a.yml", FINE);
    write(".github/workflows/b.yaml", WRONG);
    write(".github/workflows/notes.txt", "not yaml: [");

    pawl("validate", "-C", directory.toString())
        .exits(2)
        .says("b.yaml:2:14: error")
        .says("2 files: ");
  }

  @Test
  void aDirectoryOfFilesOrOfWorkflowDirectories() {
    write("some/a.yml", FINE);
    write("some/b.yml", FINE);
    write("project/.github/workflows/c.yml", FINE);

    pawl("validate", directory.resolve("some").toString(), directory.resolve("project").toString())
        .exits(0)
        .says("3 files: no problems found");
  }

  @Test
  void noWorkflowFound() {
    pawl("validate", "-C", directory.toString())
        .exits(2)
        .complains("pawl: no workflow found in .pawl/workflows or .github/workflows");
    pawl("validate", directory.toString()).exits(2).complains("no workflow found in " + directory);
  }

  @Test
  void aMissingFileDoesNotHideOthers() {
    pawl("validate", directory.resolve("no.yml").toString(), write("w.yml", WRONG))
        .exits(2)
        .complains("no.yml' cannot be read: no such file or directory")
        .says("w.yml:2:14: error")
        .says("2 files: ");
  }

  @Test
  @Timeout(60)
  void aNamedPipeIsRejected() throws Exception {
    Path pipe = directory.resolve("pipe.yml");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    pawl("validate", pipe.toString()).exits(2).complains("it is not a regular file");
    pawl("plan", pipe.toString()).exits(2).complains("it is not a regular file");
  }

  @Test
  void calledWorkflowsAreChecked() {
    String calls = "on: push\njobs: { a: { uses: ./.github/workflows/called.yml } }\n";
    String caller = write(".github/workflows/caller.yml", calls);

    pawl("validate", caller)
        .exits(2)
        .says("2:20: error: unknown workflow `./.github/workflows/called.yml`");
    write(".github/workflows/called.yml", FINE.replace("push", "workflow_call"));
    pawl("validate", caller).exits(0).says("1 file: no problems found");
  }

  @Test
  void aSharedProblemIsReportedOnce() {
    String calls = "on: push\njobs: { a: { uses: ./.github/workflows/called.yml } }\n";
    write(".github/workflows/a.yml", calls);
    write(".github/workflows/b.yml", calls);
    write(".github/workflows/called.yml", WARNED.replace("push", "workflow_call"));

    pawl("validate", directory.toString()).exits(0).says("3 files: 0 errors, 1 warning");
  }

  @Test
  void localActionsAreChecked() {
    String uses = FINE.replace("run: 'true'", "uses: ./typo");

    pawl("validate", write(".github/workflows/ci.yml", uses))
        .exits(0)
        .says("2:47: warning: the action `./typo` is not available: the step will fail")
        .says("hint: no action.yml in ./typo");
  }

  @Test
  void standardInput() {
    pawlWith(WRONG, "validate", "-").exits(2).says("standard input:2:14: error");
    pawlWith(FINE, "validate", "-").exits(0).says("1 file: no problems found");
    pawlWith("", "validate", "-").exits(2).says("standard input:1:1: error");
  }

  @Test
  void asJson() {
    String file = write("w.yml", WRONG);

    CommandResult ended =
        pawl("validate", "--json", file, directory.resolve("no.yml").toString()).exits(2);
    JsonNode report = JsonMapper.shared().readTree(ended.out());

    assertThat(ended.err()).isEmpty();
    assertThat(report.get("files").asInt()).isEqualTo(2);
    JsonNode first = report.get("findings").get(0);
    assertThat(first.get("file").asString()).isEqualTo(file);
    assertThat(first.get("line").asInt()).isEqualTo(2);
    assertThat(first.get("column").asInt()).isEqualTo(14);
    assertThat(first.get("severity").asString()).isEqualTo("error");
    assertThat(first.get("message").asString()).contains("needz");
    JsonNode last = report.get("findings").get(1);
    assertThat(last.get("message").asString()).startsWith("cannot be read");
  }

  @Test
  void omittedFindingsAreCounted() {
    String needs = String.join(", ", IntStream.range(0, 60).mapToObj(i -> "n" + i).toList());
    String file = write("w.yml", FINE.replace("runs-on", "needs: [" + needs + "], runs-on"));

    JsonNode report = JsonMapper.shared().readTree(pawl("validate", "--json", file).exits(2).out());

    assertThat(report.get("errors").asInt()).isEqualTo(60);
    assertThat(report.get("findings").size()).isEqualTo(50);
    assertThat(report.get("omitted").asInt()).isEqualTo(10);
    pawl("validate", file)
        .exits(2)
        .says("10 more not shown")
        .says("1 file: 60 errors, 0 warnings (10 of them not shown)\n");
  }

  @Test
  void aLargeFileIsNotReadAndNamesTheLimit() {
    String file = write("w.yml", FINE + "# " + "x".repeat(2_800_000));

    CommandResult ended = pawl("validate", file).exits(2);

    assertThat(ended.out())
        .contains("error: the file is larger than 1 MiB, the limit for a workflow or an action")
        .doesNotContain("1048577");
  }
}
