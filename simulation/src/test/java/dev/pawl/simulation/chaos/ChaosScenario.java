package dev.pawl.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.store.audit.StoreInspector;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.simulation.FullCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// A fleet of orchestrators under load and disturbance, and the checks when it is over.
///
/// Every count that is checked is waited for before the load ends, so a slow machine or an unlucky
/// seed makes it longer, not wrong.
final class ChaosScenario {

  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("pawl.chaos.seconds", 12));

  /// Enough for a lease to expire and its attempt to be retried, in a group, several times over.
  private static final Duration REST = Duration.ofSeconds(150);

  private static final Duration POLL = Duration.ofMillis(200);

  private static final int AGENTS = 6;
  private static final int LEAST_RUNS = 11;

  private final long seed = Long.getLong("pawl.chaos.seed", FullCheck.seed(562_502_659));
  private final int size;
  private final String url;
  private final Path directory;
  private final ChaosController chaos = new ChaosController(seed);
  private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();

  ChaosScenario(int size, String url, Path directory) {
    this.size = size;
    this.url = url;
    this.directory = directory;
  }

  /// @param beside something else that happens meanwhile
  void run(ChaosController.Disturbance beside) throws Exception {
    pretendLongService();
    var ledger = new JobLedger(directory.resolve("ledger"));
    try (var fleet = new OrchestratorFleet(size, url, directory)) {
      List<ChaosAgent> agents = startAgents(fleet, ledger);
      var workload = new ChaosWorkload(seed, fleet::anyPort);
      try {
        chaos.disturb(fleet, agents, LENGTH, beside);
        expireALease(agents);
        ConditionAwaiter.is(
            "enough runs and a cancel",
            () -> workload.acknowledged().size() >= LEAST_RUNS && workload.cancels() > 0);
        workload.finish(REST);
        awaitRest();
        check(workload, ledger);
      } finally {
        workload.abandon();
        agents.forEach(ChaosAgent::close);
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed %d: %s\n%s".formatted(seed, e.getMessage(), again()), e);
    }
  }

  /// Of several databases, the one that may be written to.
  private String primary() {
    return url + "&targetServerType=primary";
  }

  private String again() {
    return "again: mvn test -pl simulation -am -Dtest=ChaosTest -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dpawl.chaos.seed=%d; what is left is in %s".formatted(seed, directory);
  }

  /// Stores that orchestrators were here until now. Otherwise no lease may expire in the first half
  /// minute.
  private void pretendLongService() throws SQLException {
    PostgresStore.open(url).close();
    try (Connection connection = DriverManager.getConnection(primary());
        var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE service SET last_at = now()");
    }
  }

  private List<ChaosAgent> startAgents(OrchestratorFleet fleet, JobLedger ledger) {
    List<ChaosAgent> agents = new ArrayList<>();
    for (int agent = 1; agent <= AGENTS; agent++) {
      agents.add(new ChaosAgent("agent-" + agent, fleet::anyPort, ledger, faults::add));
    }
    return agents;
  }

  /// Makes certain that a lease has expired: disconnects busy agents, one after another, until the
  /// database has one. An agent whose job ended just before it was disconnected may have none.
  private void expireALease(List<ChaosAgent> agents) throws SQLException {
    long end = System.nanoTime() + REST.toNanos();
    while (expired() == 0 && System.nanoTime() < end) {
      ConditionAwaiter.is("a busy agent", () -> agents.stream().anyMatch(ChaosAgent::isBusy));
      agents.stream().filter(ChaosAgent::isBusy).forEach(ChaosAgent::disconnect);
      long tooLong = System.nanoTime() + OrchestratorProcess.LOST.multipliedBy(3).toNanos();
      while (expired() == 0 && System.nanoTime() < tooLong) {
        LockSupport.parkNanos(POLL.toNanos());
      }
      agents.forEach(ChaosAgent::reconnect);
    }
  }

  private int expired() throws SQLException {
    try (Connection connection = DriverManager.getConnection(primary())) {
      return new ChaosDatabase(connection).expired();
    }
  }

  private void awaitRest() throws SQLException {
    long end = System.nanoTime() + REST.toNanos();
    List<String> left = leftOver();
    while (!left.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL.toNanos());
      left = leftOver();
    }
    assertThat(left).as("what is left when all should be over").isEmpty();
  }

  private List<String> leftOver() throws SQLException {
    try (Connection connection = DriverManager.getConnection(primary())) {
      return new ChaosDatabase(connection).leftOver();
    }
  }

  /// What the orchestrators wrote to their standard error.
  private List<String> errors() throws IOException {
    List<String> errors = new ArrayList<>();
    for (int member = 1; member <= size; member++) {
      errors.addAll(Files.readAllLines(directory.resolve("o" + member + ".log")));
    }
    errors.removeIf(line -> line.contains("SLF4J"));
    return errors;
  }

  private void check(ChaosWorkload workload, JobLedger ledger) throws SQLException, IOException {
    Map<String, PlanShape> acknowledged = workload.acknowledged();
    try (Connection connection = DriverManager.getConnection(primary())) {
      var database = new ChaosDatabase(connection);
      int expired = database.expired();
      List<String> states =
          database.texts("SELECT state || ' ' || count(*) FROM attempt GROUP BY state ORDER BY 1");
      System.out.printf(
          "chaos, seed %d: %d orchestrators, %d killed, %d paused, for %d ms at most; agents"
              + " disconnected %d times, %d leases expired; %d runs, %d cancelled, attempts %s%n",
          seed,
          size,
          chaos.kills(),
          chaos.pauses(),
          chaos.longestPause().toMillis(),
          chaos.disconnections(),
          expired,
          acknowledged.size(),
          workload.cancelled().size(),
          states);
      assertThat(faults).isEmpty();
      assertThat(errors()).as("errors of the orchestrators").isEmpty();
      assertThat(
              new LedgerComparison(
                      acknowledged,
                      workload.cancelled(),
                      database.attempts(),
                      database.cancelsAndStarts(),
                      ledger.lines())
                  .problems())
          .isEmpty();
      assertThat(expired).as("leases that expired").isPositive();
    }
    assertThat(StoreInspector.inspect(primary())).isEmpty();
  }
}
