package dev.pawl.cli.service;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.SupervisedThread;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.retention.RetentionPeriods;
import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import dev.pawl.server.store.sql.SqlStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes what is older than the server's configuration says: ended runs and their logs, answers
/// of idempotency keys, expired sessions. Once a day, by one server of the store: the first that
/// claims the day. In small transactions, so that commits are not delayed.
final class DailyRetention implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DailyRetention.class);
  private static final Duration FIRST = Duration.ofMinutes(10);
  private static final Duration INTERVAL = Duration.ofHours(1);

  /// Shorter than a day: the next claim must not come later each day.
  private static final Duration DAY = Duration.ofHours(23).plusMinutes(30);

  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);
  private static final int BATCH = 500;

  private final SqlStore store;
  private final Path logs;
  private final RetentionPeriods periods;
  private final IdGenerator ids = new IdGenerator(InstantSource.system());
  private final SupervisedThread thread;

  /// @param logs the directory of the logs
  /// @param onDeath called with the reason if its thread ends by an error
  DailyRetention(SqlStore store, Path logs, RetentionPeriods periods, Consumer<String> onDeath) {
    this.store = store;
    this.logs = logs;
    this.periods = periods;
    this.thread =
        new SupervisedThread(Thread.ofVirtual().name("retention"), this::loop, onDeath).start();
  }

  private void loop() throws InterruptedException {
    Thread.sleep(FIRST);
    while (true) {
      pruneDaily();
      Thread.sleep(INTERVAL);
    }
  }

  /// Deletes what is too old, unless a server of the store has done so within a day. Returns
  /// whether it has.
  boolean pruneDaily() {
    var claim = new StoredAnswer("", "retention", "daily", ids.next(), 0, "");
    try {
      Instant now = store.now();
      if (store.idempotencyKeys().claim(claim, "", now, now.minus(DAY)).isPresent()) {
        return false;
      }
      prune();
      return true;
    } catch (StoreUnavailable | UncheckedIOException e) {
      LOG.warn("old data could not be deleted; trying again in an hour: {}", e.getMessage());
      release(claim);
      return false;
    }
  }

  private void release(StoredAnswer claim) {
    try {
      store.idempotencyKeys().release(claim);
    } catch (StoreUnavailable _) {
      // It is tried again tomorrow.
    }
  }

  /// Deletes what is too old now.
  void prune() {
    periods.runs().ifPresent(this::pruneRuns);
    periods.logs().ifPresent(this::pruneLogs);
    Instant before = store.now().minus(periods.idempotencyKeys());
    repeat(() -> store.idempotencyKeys().prune(before, BATCH));
    repeat(() -> store.sessions().prune(BATCH));
  }

  /// Deletes a batch after the other, until one is not full.
  private static void repeat(IntSupplier delete) {
    while (!isStopping() && delete.getAsInt() == BATCH) {}
  }

  private static boolean isStopping() {
    return Thread.currentThread().isInterrupted();
  }

  private void pruneRuns(Duration age) {
    var policy = new RetentionPolicy(Optional.of(age), Optional.empty(), Optional.empty());
    long runs =
        store
            .retentionBesideCommits(DailyRetention::isStopping)
            .prune(policy, store.now(), run -> DirectoryDeletion.delete(logs.resolve(run.value())));
    if (isStopping()) {
      return;
    }
    long agents = store.agentRetention().prune(age, store.now(), _ -> false);
    long entries = store.journalRetention().prune(age, store.now());
    if (runs + agents + entries > 0) {
      LOG.info("deleted {} old runs, {} agents, {} journal entries", runs, agents, entries);
    }
  }

  private void pruneLogs(Duration age) {
    LogRetention.Pruned pruned =
        new LogRetention(age, Long.MAX_VALUE)
            .prune(new LogFiles(logs), store.retention()::endedAt, store.now());
    if (pruned.runs() > 0) {
      LOG.info("deleted the logs of {} runs, {} bytes", pruned.runs(), pruned.bytes());
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(LONGEST_STOP);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
