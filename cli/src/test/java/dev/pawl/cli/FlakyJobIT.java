package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Flaky failures of local runs: the same job has succeeded for the same commit.
class FlakyJobIT extends EndToEndFixture {

  @TempDir Path outside;

  private void git(String... arguments) throws Exception {
    var line = new ArrayList<>(List.of("git", "-C", directory.toString()));
    line.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();
  }

  private void result(String code) throws IOException {
    Files.writeString(outside.resolve("result"), code);
  }

  @Test
  void aFailureOfACommitThatHasSucceededIsFlaky() throws Exception {
    workflow(
        """
        on: push
        jobs:
          t: { runs-on: x, retry: { max: 1, on: [flaky], backoff: 1ms }, steps: [ { run: 'exit $(cat %s)' } ] }
        """
            .formatted(outside.resolve("result")));
    git("init", "-q");
    git("-c", "user.name=dev", "-c", "user.email=dev@example.com", "add", ".");
    git("-c", "user.name=dev", "-c", "user.email=dev@example.com", "commit", "-qm", "begin");

    result("0");
    pawl("run", "w.yml").exits(0);
    result("1");
    pawl("run", "w.yml").exits(1).says("t (attempt 2) waiting: retry 1 of 1 in ");

    write("edited", "this is not the commit any more");
    pawl("run", "w.yml").exits(1);
    assertThat(jobs()).containsExactly("t failed");
  }
}
