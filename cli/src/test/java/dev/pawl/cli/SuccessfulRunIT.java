package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Runs that succeed: order, parallelism, environment and shells.
class SuccessfulRunIT extends EndToEndFixture {

  @Test
  void theFirstExampleSucceeds() throws IOException {
    Path hello = Path.of("../examples/hello.yml").toRealPath();

    pawl("run", hello.toString()).exits(0).says("run #1 success").says("4 success");

    assertThat(jobs())
        .containsExactly("prepare success", "greet success", "count success", "finish success");
    pawl("logs").says("Hello, world!").says("1\n2\n3\n").says("/tmp\n").says("ALL DONE\n");
    assertNoProcessLeft();
    assertNoFileLeft();
  }

  @Test
  void aJobStartsAfterItsNeeds() throws IOException {
    workflow(
        """
        on: push
        jobs:
          last: { needs: [left, right], runs-on: x, steps: [ { run: echo last >>ledger } ] }
          left: { needs: first, runs-on: x, steps: [ { run: echo left >>ledger } ] }
          right: { needs: first, runs-on: x, steps: [ { run: echo right >>ledger } ] }
          first:
            runs-on: x
            steps: [ { run: echo first >>ledger }, { run: echo first again >>ledger } ]
        """);

    pawl("run", "w.yml").exits(0);

    List<String> ledger = lines("ledger");
    assertThat(ledger.subList(0, 2)).containsExactly("first", "first again");
    assertThat(ledger.subList(2, 4)).containsExactlyInAnyOrder("left", "right");
    assertThat(ledger.subList(4, 5)).containsExactly("last");
  }

  @Test
  void independentJobsRunInParallel() {
    workflow(
        """
        on: push
        jobs:
          one: { runs-on: x, steps: [ { run: touch one; ./await two } ] }
          two: { runs-on: x, steps: [ { run: touch two; ./await one } ] }
        """);

    pawl("run", "w.yml", "--slots", "2").exits(0).says("2 success");
  }

  @Test
  void slotsLimitParallelJobs() throws IOException {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { run: mkdir alone; echo a >>ledger; rmdir alone } ] }
          b: { runs-on: x, steps: [ { run: mkdir alone; echo b >>ledger; rmdir alone } ] }
          c: { runs-on: x, steps: [ { run: mkdir alone; echo c >>ledger; rmdir alone } ] }
        """);

    pawl("run", "w.yml", "--slots", "1").exits(0);

    assertThat(lines("ledger")).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void theNearestEnvironmentWins() {
    workflow(
        """
        on: push
        env: { A: workflow, B: workflow, C: workflow }
        jobs:
          show:
            runs-on: x
            env: { B: job, C: job }
            steps:
              - env: { C: step }
                run: echo "$A $B $C $OUTSIDE"
              - run: echo "$A $B $C"
        """);

    start(directory, Map.of("OUTSIDE", "outside", "A", "no"), List.of(), "run", "w.yml")
        .end()
        .exits(0);

    pawl("logs").says("workflow job step outside\n").says("workflow job job\n");
  }

  @Test
  void shellsRunInTheirWorkingDirectory() throws IOException {
    Files.createDirectories(directory.resolve("deep/er"));
    workflow(
        """
        on: push
        jobs:
          shells:
            runs-on: x
            defaults: { run: { working-directory: deep } }
            steps:
              - { shell: bash, run: 'false | true || echo "pipefail in ${PWD##*/}"' }
              - { shell: sh, working-directory: deep/er, run: 'echo "sh in ${PWD##*/}"' }
              - { shell: python, run: 'import os; print("python in", os.path.basename(os.getcwd()))' }
        """);

    pawl("run", "w.yml").exits(0);

    pawl("logs").says("pipefail in deep\n").says("sh in er\n").says("python in deep\n");
  }
}
