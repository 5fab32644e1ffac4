package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// A run that another terminal watches.
class WatchIT extends EndToEndFixture {

  @Test
  void aWatchedRunIsShownUntilItsLastRetryEnds() throws IOException {
    workflow(
        """
        on: push
        retry: { max: 1, backoff: 1s }
        jobs:
          a: { runs-on: x, steps: [ { run: echo a >> ledger; ./await go; grep -c a ledger | grep 2 } ] }
        """);
    PawlProcess run = start("run", "w.yml").awaitOutput("▸ a running");
    PawlProcess watch = start("watch", "1").awaitOutput("▸ a running");

    write("go", "");
    watch.end().exits(0).says("✗ run #1 failed").says("attempt 2").says("✓ run #1 success");
    run.end().exits(0);
    assertThat(lines("ledger")).containsExactly("a", "a");
    pawl("watch", "1").exits(0).says("✓ run #1 success");
  }

  @Test
  void aWatchedRunIsDetachedFromByASignal() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: ./await end } ] } } }");
    PawlProcess run = start("run", "w.yml").awaitOutput("▸ a running");

    start("watch").awaitOutput("▸ a running").signal("INT").end().exits(130).says("Detached.");

    PawlProcess logs = start("logs", "-f");
    write("end", "");
    run.end().exits(0);
    assertThat(logs.end().exits(0).err()).as("it was not interrupted").isEmpty();
  }

  @Test
  void watchingEndsWhenTheProcessOfTheRunDies() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: ./await never } ] } } }");
    PawlProcess run = start("run", "w.yml").awaitOutput("▸ a running");
    PawlProcess watch = start("watch").awaitOutput("▸ a running");

    run.kill();

    watch.end().exits(3).complains("run #1 was interrupted: its process");
    pawl("logs", "-f").exits(0).complains("run #1 was interrupted: its process");
  }
}
