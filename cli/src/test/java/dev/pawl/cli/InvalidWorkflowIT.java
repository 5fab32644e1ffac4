package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// Invalid workflows: one message with its position, and nothing else.
class InvalidWorkflowIT extends EndToEndFixture {

  private void isRejected(String file, String... sentences) {
    CommandResult ended = pawl("run", file).exits(2);
    for (String sentence : sentences) {
      ended.complains(sentence);
    }
    assertThat(ended.out()).isEmpty();
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  private void textIsRejected(String text, String... sentences) {
    workflow(text);
    isRejected("w.yml", sentences);
  }

  @Test
  void noSuchFile() {
    isRejected("no/such.yml", "no/such.yml", "no such file");
  }

  @Test
  void aDirectory() {
    isRejected(".", "is a directory");
  }

  @Test
  void anEmptyFile() {
    textIsRejected("", "w.yml", "empty");
  }

  @Test
  void notYaml() {
    textIsRejected("on: [push\njobs: {", "w.yml:2:");
  }

  @Test
  void binaryJunk() throws IOException {
    byte[] junk = new byte[4096];
    new java.util.Random(1).nextBytes(junk);
    Files.write(directory.resolve("junk.yml"), junk);

    isRejected("junk.yml", "junk.yml:1:");
  }

  @Test
  void anUnknownKey() {
    textIsRejected(
        "on: push\njobs:\n  a:\n    run-on: x\n    steps: [ { run: 'true' } ]\n",
        "w.yml:4:5",
        "run-on",
        "did you mean",
        "runs-on");
  }

  @Test
  void anUnknownNeed() {
    textIsRejected(
        "on: push\njobs:\n  a:\n    needs: [b]\n    runs-on: x\n    steps: [ { run: 'true' } ]\n",
        "w.yml:4:13",
        "unknown job `b`");
  }

  @Test
  void aCycle() {
    textIsRejected(
        """
        on: push
        jobs:
          a: { needs: b, runs-on: x, steps: [ { run: 'true' } ] }
          b: { needs: a, runs-on: x, steps: [ { run: 'true' } ] }
        """,
        "w.yml:4:15",
        "cycle",
        "a → b → a");
  }

  @Test
  void noJobs() {
    textIsRejected("on: push\njobs: {}\n", "w.yml:2:7", "job");
  }

  @Test
  void noWorkflowFound() {
    CommandResult ended =
        pawl("run").exits(2).complains("no workflow found").complains("pawl run FILE");
    assertThat(ended.out()).isEmpty();
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }
}
