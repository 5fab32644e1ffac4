package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Processes;
import dev.pawl.cli.Wait;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.store.Inspection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everything that can go wrong with agents does, on the packaged jar: see `docs/chaos.md`.
class AgentRoundsIT {

  private static final int ROUNDS = Integer.getInteger("pawl.agents.rounds", 50);
  private static final long SEED = Long.getLong("pawl.agents.seed", System.nanoTime() % 1_000_000);

  /// What the longest of our jobs takes, cancelled or not, its hooks included, on a busy machine.
  private static final Duration JOB = Duration.ofSeconds(10);

  /// A lease that nobody answers for, of a server that was just started; then three further
  /// attempts, of which each may have to be given out again.
  private static final Duration BOUND =
      Deadlines.SERVED
          .plusSeconds(Fleet.LEASE_TTL + Fleet.LEASE_MARGIN)
          .plus(Deadlines.ACKNOWLEDGE)
          .plus(JOB.multipliedBy(4));

  @TempDir Path directory;

  @Test
  void whateverHappensNothingIsLostAndNothingHappensTwice() throws Exception {
    String replay = "-Dpawl.agents.rounds=%d -Dpawl.agents.seed=%d".formatted(ROUNDS, SEED);
    System.out.println("rounds with agents: " + replay);
    try {
      play();
    } catch (Throwable e) {
      System.out.println(
          "failed: again by mvn verify -pl cli -am -Dit.test=AgentRoundsIT " + replay);
      throw e;
    } finally {
      Processes.killIn(directory);
    }
  }

  private void play() throws Exception {
    directory = directory.toRealPath();
    Ledger ledger = Ledger.in(directory);
    try (var fleet = new Fleet(directory)) {
      fleet.awaitAgents();
      Path database = fleet.server().database();
      try (var workload = new Workload(fleet.api(), database, directory, SEED);
          var told = new Told(database)) {
        try (var rounds = new Rounds(fleet, workload, ledger, SEED)) {
          rounds.play(ROUNDS);
          assertThat(rounds.hits())
              .as("moments that an agent was killed at")
              .containsExactlyInAnyOrder(Moment.values());
        }
        workload.end();
        awaitRest(told, fleet);
        judge(fleet, workload, ledger, told);
      }
      fleet.retire();
      assertThat(Inspection.of(database)).as("the store").isEmpty();
    }
  }

  private static void awaitRest(Told told, Fleet fleet) {
    Wait.until(
        BOUND,
        () -> "not over: " + told.open() + "\n" + consoles(fleet),
        () -> told.open().isEmpty());
  }

  private static String consoles(Fleet fleet) {
    String agents =
        fleet.agents().stream()
            .map(agent -> "--- agent %s\n%s".formatted(agent.name(), agent.said()))
            .collect(Collectors.joining("\n"));
    return "--- server\n%s\n%s\n%s"
        .formatted(fleet.server().console(), agents, fleet.disturbances());
  }

  private static void judge(Fleet fleet, Workload workload, Ledger ledger, Told told) {
    Map<String, String> runs =
        told.runs().stream()
            .map(row -> row.split("\\|", 2))
            .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    var evidence =
        new Evidence(
            workload.acknowledged(),
            workload.asked(),
            runs,
            ledger.lines(),
            told.attempts(),
            told.cancelsAndStarts(),
            fleet::log,
            fleet.disturbances());
    List<String> problems = new Verdict(evidence).problems();
    assertThat(problems).as(() -> consoles(fleet)).isEmpty();
    Wait.until(() -> "left: " + told.leftOver(), () -> told.leftOver().isEmpty());
    assertThat(told.expired()).as("leases that expired").isPositive();
    Wait.until(
        () -> "processes of jobs are left: " + Jobs.alive(runs.keySet()),
        () -> Jobs.alive(runs.keySet()).isEmpty());
    System.out.printf("%d runs, %d attempts%n", runs.size(), told.attempts().size());
  }
}
