package dev.pawl.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.agents.RunProcesses;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.DirectoryProcesses;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.store.audit.StoreInspector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Injects faults into a server and its agents, as the packaged jar, and verifies that nothing is
/// lost and nothing happens twice: see `docs/chaos.md`.
class AgentFaultsIT {

  /// Many rounds and a fresh seed with `./check --full`; otherwise the same few faults every time.
  private static final boolean IS_FULL = Boolean.getBoolean("pawl.full");

  private static final int ROUNDS = Integer.getInteger("pawl.agents.rounds", IS_FULL ? 50 : 10);
  private static final long SEED =
      Long.getLong("pawl.agents.seed", IS_FULL ? System.nanoTime() % 1_000_000 : 1);

  /// The duration of the longest job, cancelled or not, with its hooks, on a busy machine.
  private static final Duration JOB = Duration.ofSeconds(30);

  /// The time until every run has ended: a lease of a restarted server expires, then three further
  /// attempts, each of which may be dispatched twice.
  private static final Duration BOUND =
      Deadlines.MIN_SERVED_BEFORE_EXPIRY
          .plusSeconds(AgentTestbed.LEASE_TTL + AgentTestbed.LEASE_MARGIN)
          .plus(Deadlines.ACKNOWLEDGE)
          .plus(JOB.multipliedBy(4));

  @TempDir Path directory;

  @Test
  void nothingIsLostAndNothingHappensTwice() throws Exception {
    String replay = "-Dpawl.agents.rounds=%d -Dpawl.agents.seed=%d".formatted(ROUNDS, SEED);
    System.out.println("rounds with agents: " + replay);
    try {
      play();
    } catch (Throwable e) {
      System.out.println(
          "failed: again by mvn verify -pl cli -am -Dit.test=AgentFaultsIT " + replay);
      throw e;
    } finally {
      DirectoryProcesses.killIn(directory);
    }
  }

  private void play() throws Exception {
    directory = directory.toRealPath();
    StepLedger ledger = StepLedger.in(directory);
    try (var testbed = new AgentTestbed(directory)) {
      testbed.awaitAgents();
      Path database = testbed.server().database();
      try (var workload = new Workload(testbed.api(), database, directory, SEED);
          var store = new ServerStoreReader(database)) {
        try (var rounds = new FaultRounds(testbed, workload, ledger, SEED)) {
          rounds.play(ROUNDS);
          assertThat(rounds.hitPhases())
              .as("moments that an agent was killed at")
              .containsExactlyInAnyOrder(JobPhase.values());
        }
        workload.end();
        awaitRest(store, testbed);
        judge(testbed, workload, ledger, store);
      }
      testbed.retire();
      assertThat(StoreInspector.inspect(database)).as("the store").isEmpty();
    }
  }

  private static void awaitRest(ServerStoreReader store, AgentTestbed testbed) {
    Await.until(
        BOUND,
        () -> "not over: " + store.open() + "\n" + consoles(testbed),
        () -> store.open().isEmpty());
  }

  private static String consoles(AgentTestbed testbed) {
    String agents =
        testbed.agents().stream()
            .map(agent -> "--- agent %s\n%s".formatted(agent.name(), agent.said()))
            .collect(Collectors.joining("\n"));
    return "--- server\n%s\n%s\n%s"
        .formatted(testbed.server().console(), agents, testbed.disturbances());
  }

  private static void judge(
      AgentTestbed testbed, Workload workload, StepLedger ledger, ServerStoreReader store) {
    Map<String, String> runs =
        store.runs().stream()
            .map(row -> row.split("\\|", 2))
            .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    var evidence =
        new FaultEvidence(
            workload.acknowledged(),
            workload.cancels(),
            runs,
            ledger.lines(),
            store.attempts(),
            store.cancelsAndStarts(),
            testbed::log,
            testbed.disturbances());
    List<String> problems = new FaultVerifier(evidence).problems();
    assertThat(problems).as(() -> consoles(testbed)).isEmpty();
    Await.until(() -> "left: " + store.leftOver(), () -> store.leftOver().isEmpty());
    assertThat(store.expired()).as("leases that expired").isPositive();
    Await.until(
        () -> "processes of jobs are left: " + RunProcesses.alive(runs.keySet()),
        () -> RunProcesses.alive(runs.keySet()).isEmpty());
    System.out.printf("%d runs, %d attempts%n", runs.size(), store.attempts().size());
  }
}
