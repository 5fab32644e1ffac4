package dev.pawl.cli.service;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.server.SupervisedThread;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.retention.RetentionPeriods;
import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import dev.pawl.server.store.sql.SqlStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes ended runs and their logs when they are older than the server's configuration says: an
/// hour after the start, and then daily. Several servers of a store may do it at once.
final class DailyRetention implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DailyRetention.class);
  private static final Duration FIRST = Duration.ofHours(1);
  private static final Duration INTERVAL = Duration.ofDays(1);

  private final SqlStore store;
  private final Path logs;
  private final RetentionPeriods periods;
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
      try {
        prune();
      } catch (StoreUnavailable | UncheckedIOException e) {
        LOG.warn("old runs could not be deleted; trying again in a day: {}", e.getMessage());
      }
      Thread.sleep(INTERVAL);
    }
  }

  /// Deletes what is too old now.
  void prune() {
    periods.runs().ifPresent(this::pruneRuns);
    periods.logs().ifPresent(this::pruneLogs);
  }

  private void pruneRuns(Duration age) {
    var policy = new RetentionPolicy(Optional.of(age), Optional.empty(), Optional.empty());
    long runs =
        store
            .retention()
            .prune(policy, store.now(), run -> DirectoryDeletion.delete(logs.resolve(run.value())));
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
  }
}
