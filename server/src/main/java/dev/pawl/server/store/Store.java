package dev.pawl.server.store;

import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The durable state: aggregates with their journals, undelivered effects, and the liveness of
/// leases. Several orchestrators may share one store.
///
/// Commits are atomic and durable: one that returns is on disk, one that throws [CommitConflict],
/// [ConstraintViolation] or [StoreUnavailable] has changed nothing. Only the outcome of one that
/// throws [CommitOutcomeUnknown] must be queried.
public interface Store extends DecisionContext, AutoCloseable {

  /// The time for decisions, in milliseconds. It never goes back.
  Instant now();

  /// Commits the changes and liveness in one transaction, and deletes the delivered effects.
  ///
  /// @throws CommitConflict if an aggregate that a change was decided by has changed since
  /// @throws CommitOutcomeUnknown if the commit may or may not have happened
  /// @throws ConstraintViolation if the store rejects it for what is in it
  /// @throws StoreUnavailable if the environment of the store failed
  void commit(Commit commit);

  /// A commit whose rows are built as far as possible.
  @FunctionalInterface
  interface PreparedCommit {

    /// Commits as [Store#commit] does. To be called once.
    void commit();
  }

  /// Builds the rows of the commit, while the one before may still be in flight.
  default PreparedCommit prepare(Commit commit) {
    return () -> commit(commit);
  }

  /// Whether a commit with an unknown outcome happened. One without journal entries counts as not
  /// committed: it may be repeated.
  boolean wasCommitted(Commit commit);

  /// Loads a run by replaying its journal.
  Optional<Run> run(RunId id);

  /// Loads a run from an older state of it. Reads only the entries since then; the heartbeats of
  /// its leases may be those of the older state.
  default Optional<Run> refresh(Run known) {
    return run(known.id());
  }

  /// The run as its rows have it, without its journal.
  Optional<RestoredRun> restored(RunId id);

  /// As [#restored], of its rows only those by which it holds something: its own, its leases and
  /// its places. Its jobs count as ended.
  default Optional<RestoredRun> holdings(RunId id) {
    return restored(id);
  }

  /// Records that the run is quarantined, for all orchestrators, unless it does not exist or has
  /// ended.
  void quarantine(QuarantinedRun run);

  /// The open runs that are quarantined, latest first. They are neither due nor queued.
  List<QuarantinedRun> quarantined(int limit);

  /// The version of the stored run; 0 if there is none. Cheap: it is checked before every
  /// rejection.
  long version(RunId id);

  /// The run that was created by the org's trigger with that key.
  Optional<RunId> runOfTrigger(TriggerKey key);

  /// The runs whose next deadline has passed, in their order, from `after` on: open ones, and ended
  /// ones that keep a place of a group. The deadline may have moved later since: the next commit of
  /// the run corrects it.
  List<DueRun> dueRuns(Instant now, DueRun after, int limit);

  /// The queued attempts, oldest first, from `after` on.
  List<QueuedAttempt> queuedAttempts(QueuePosition after, int limit);

  /// The undelivered effects in the order of their commits, from `after` on.
  List<StoredEffect> pendingEffects(long after, int limit);

  /// The last message number that was accepted under a lease; 0 if none was.
  long lastSeq(RunId run, LeaseRef lease);

  /// Whether the job has succeeded in a run of the same workflow and source commit: then a failure
  /// of it is flaky. False if the run has no source commit.
  boolean hasSucceeded(RunId run, String job);

  /// Records that an orchestrator is running, and returns since when orchestrators have been
  /// running without a gap.
  Instant recordPresence(Instant now);

  /// Deletes the effects of a run for its agents, which are gone for good, and what other runs ask
  /// of it: nobody is left to deliver them.
  void discardUndeliverable(RunId run);

  /// Whether only the orchestrator of this store delivers its pending effects. Otherwise it leaves
  /// those of the others to them, unless they are old.
  default boolean isOnlyDeliverer() {
    return false;
  }

  /// Calls `listener` from any thread with the notices of commits, its own among them. They may be
  /// lost, so the orchestrator polls as well.
  default void onNotification(Consumer<CommitNotice> listener) {}

  /// A number for a new run. The numbers of a repository rise, possibly with gaps.
  long nextRunNumber(RepositoryKey repository);

  @Override
  void close();
}
