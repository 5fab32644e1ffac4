package dev.pawl.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.store.audit.StoreInspector;
import dev.pawl.server.store.postgres.PostgresStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// A fleet under load and in chaos, and what must be so when it is over.
final class ChaosScenario {

  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("pawl.chaos.seconds", 12));

  /// A lease that nobody answers for ends, its attempt is tried again, in a group perhaps: all of
  /// that several times over is still less.
  private static final Duration REST = Duration.ofSeconds(150);

  private static final int AGENTS = 6;

  private final long seed =
      Long.getLong("pawl.chaos.seed", new SecureRandom().nextInt(1_000_000_000));
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

  /// @param beside what else happens meanwhile
  void survive(ChaosController.Disturbance beside) throws Exception {
    serveForLong();
    var ledger = new JobLedger(directory.resolve("ledger"));
    try (var fleet = new OrchestratorFleet(size, url, directory)) {
      var workers = workers(fleet, ledger);
      var trigger = new ChaosWorkload(seed, fleet::anyPort);
      try {
        chaos.disturb(fleet, workers, LENGTH, beside);
        trigger.finish(REST);
        rest();
        judge(trigger, ledger);
      } finally {
        trigger.abandon();
        workers.forEach(ChaosAgent::close);
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed %d: %s\n%s".formatted(seed, e.getMessage(), again()), e);
    }
  }

  /// Of several, the one that may be written to.
  private String primary() {
    return url + "&targetServerType=primary";
  }

  private String again() {
    return "again: mvn test -pl simulation -am -Dtest=ChaosTest -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dpawl.chaos.seed=%d; what is left is in %s".formatted(seed, directory);
  }

  /// As if somebody had always been there: otherwise nothing may end before half a minute.
  private void serveForLong() throws SQLException {
    PostgresStore.open(url).close();
    try (Connection connection = DriverManager.getConnection(primary());
        var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE service SET last_at = now()");
    }
  }

  private List<ChaosAgent> workers(OrchestratorFleet fleet, JobLedger ledger) {
    List<ChaosAgent> workers = new ArrayList<>();
    for (int agent = 1; agent <= AGENTS; agent++) {
      workers.add(new ChaosAgent("agent-" + agent, fleet::anyPort, ledger, faults::add));
    }
    return workers;
  }

  private void rest() throws SQLException {
    long end = System.nanoTime() + REST.toNanos();
    List<String> left = leftOver();
    while (!left.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
      left = leftOver();
    }
    assertThat(left).as("what is left when all should be over").isEmpty();
  }

  private List<String> leftOver() throws SQLException {
    try (Connection connection = DriverManager.getConnection(primary())) {
      return new ChaosDatabase(connection).leftOver();
    }
  }

  private List<String> complaints() throws IOException {
    List<String> complaints = new ArrayList<>();
    for (int member = 1; member <= size; member++) {
      complaints.addAll(Files.readAllLines(directory.resolve("o" + member + ".log")));
    }
    complaints.removeIf(line -> line.contains("SLF4J"));
    return complaints;
  }

  private void judge(ChaosWorkload trigger, JobLedger ledger) throws SQLException, IOException {
    Map<String, PlanShape> acknowledged = trigger.acknowledged();
    try (Connection connection = DriverManager.getConnection(primary())) {
      var told = new ChaosDatabase(connection);
      int expired = told.expired();
      List<String> states =
          told.texts("SELECT state || ' ' || count(*) FROM attempt GROUP BY state ORDER BY 1");
      System.out.printf(
          "chaos, seed %d: %d orchestrators, %d killed, %d stopped, for %d ms at most; agents cut"
              + " off %d times, %d leases expired; %d runs, %d cancelled, attempts %s%n",
          seed,
          size,
          chaos.kills(),
          chaos.pauses(),
          chaos.longestPause().toMillis(),
          chaos.absences(),
          expired,
          acknowledged.size(),
          trigger.cancelled().size(),
          states);
      assertThat(faults).isEmpty();
      assertThat(complaints()).as("what orchestrators complained of").isEmpty();
      assertThat(
              new LedgerComparison(
                      acknowledged,
                      trigger.cancelled(),
                      told.attempts(),
                      told.cancelsAndStarts(),
                      ledger.lines())
                  .problems())
          .isEmpty();
      assertThat(expired).as("leases that expired").isPositive();
    }
    assertThat(StoreInspector.inspect(primary())).isEmpty();
    assertThat(chaos.kills()).isPositive();
    assertThat(chaos.longestPause()).isGreaterThan(OrchestratorProcess.LOST);
    assertThat(acknowledged).hasSizeGreaterThan(10);
    assertThat(trigger.cancels()).isPositive();
  }
}
