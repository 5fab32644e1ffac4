package dev.pawl.cli.command;

import static dev.pawl.cli.process.InProcessCommand.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The option `-C`: a command works as if it had been started in that directory.
class WorkingDirectoryTest {

  private static final String WORKFLOW =
      "on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n";

  @TempDir Path directory;

  @BeforeEach
  void provide() {
    write("w.yml", WORKFLOW);
    write(".pawl/workflows/ci.yml", WORKFLOW);
    write("wrong.yml", "on: push\njobs: 1\n");
    write("payload.json", "{}");
    write("context.json", "{ \"vars\": { \"a\": 7 } }");
    write("secrets", "not a secret");
  }

  private void write(String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-C DIR plan w.yml",
        "--directory DIR plan w.yml",
        "--directory=DIR plan w.yml",
        "plan -C DIR w.yml",
        "plan w.yml -C DIR",
        "plan w.yml --event push --payload payload.json -C DIR"
      })
  void pathsAreRelativeToTheDirectory(String line) {
    pawl(words(line)).exits(0).says("w.yml runs\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "runs",
        "eval vars.a --context context.json",
        "lifecycle lease",
        "validate w.yml .pawl/workflows"
      })
  void everyCommandAcceptsItBeforeItsName(String line) {
    pawl(words("-C DIR " + line)).exits(0);
  }

  @Test
  void messagesShowPathsAsTheyWereGiven() {
    pawl(words("-C DIR validate wrong.yml")).exits(2).says("wrong.yml:2:7: error: ");
    assertThat(pawl(words("-C DIR validate wrong.yml")).out()).startsWith("wrong.yml:");
    pawl(words("-C DIR run none.yml")).exits(2).complains("cannot read 'none.yml': no such file");
    pawl(words("-C DIR run w.yml --secret-file secrets"))
        .exits(2)
        .complains("cannot read 'secrets': line 1 is not NAME=value");
    pawl(words("-C DIR plan")).exits(0).says(".pawl/workflows/ci.yml runs");
  }

  @Test
  void aServersDataIsRelativeToIt() {
    pawl(words("-C DIR token list --data none")).exits(3).complains(directory + "/none");
  }

  @Test
  void aChangedPathDoesNotSwallowTheFile() {
    pawl(words("-C DIR plan --changed docs/a.md w.yml")).exits(0).says("w.yml runs\n");
    pawl(words("-C DIR plan --changed a --changed b w.yml")).exits(0).says("w.yml runs\n");
  }

  @Test
  void itMustBeADirectory() {
    pawl("-C", "no/such", "runs")
        .exits(2)
        .complains("'no/such' does not exist. Give an existing directory with -C.");
    String file = directory.resolve("w.yml").toString();
    pawl("runs", "-C", file).exits(2).complains("w.yml' is not a directory");
  }

  private String[] words(String line) {
    return Stream.of(line.split(" "))
        .map(word -> word.replace("DIR", directory.toString()))
        .toArray(String[]::new);
  }
}
