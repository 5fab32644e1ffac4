package dev.pawl.server.store;

import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Where everything durable is: the aggregates with their journals, what is to be told, and, apart
/// from that, liveness. Several orchestrators may share one.
///
/// All or nothing: a commit that returns is on disk, one that throws [CommitConflict] or
/// [StoreUnavailable] has changed nothing, and only one that throws [CommitOutcomeUnknown] must be
/// asked about.
public interface Store extends DecisionContext, AutoCloseable {

  /// The time that everything is decided by. Never goes back; milliseconds.
  Instant now();

  /// Makes the changes durable in one transaction, with liveness, and forgets the effects that have
  /// been delivered.
  ///
  /// @throws Conflict if an aggregate that a change was decided by has moved on
  /// @throws OutcomeUnknown if it cannot be told whether it happened
  /// @throws Unstorable if it can never be done, because of what is in it
  /// @throws StoreFailure if it could not be done
  void commit(Commit commit);

  /// A commit of which all that can be worked out before it happens has been.
  @FunctionalInterface
  interface PreparedCommit {

    /// See [Store#commit]. To be done once.
    void commit();
  }

  /// Works out what the commit will write, while the one before may still be under way.
  default PreparedCommit prepare(Commit commit) {
    return () -> commit(commit);
  }

  /// Whether the commit happened, after its outcome was unknown. One that has told no journal
  /// anything counts as not: it may be done again.
  boolean wasCommitted(Commit commit);

  /// The run, as the journal tells it.
  Optional<Run> run(RunId id);

  /// The run as it is now, of which somebody knows how it was. It costs what has happened since;
  /// how alive its leases are may be as it was known.
  default Optional<Run> refresh(Run known) {
    return run(known.id());
  }

  /// How many decisions about the run were committed; 0 if there is no such run. Cheap: it is asked
  /// before anybody is told that something cannot be.
  long version(RunId id);

  /// The run that the trigger of that key has made.
  Optional<RunId> runOfTrigger(String key);

  /// The runs that are not over and whose next deadline has come, in their order, from `after` on.
  /// It may have moved away since: whoever makes happen what is due finds that out, and says when
  /// the next one is.
  List<DueRun> dueRuns(Instant now, DueRun after, int most);

  /// The attempts that are queued, oldest first, from `after` on.
  List<QueuedAttempt> queuedAttempts(QueuePosition after, int most);

  /// The effects that nobody has delivered, in the order of their commits, from `after` on.
  List<StoredEffect> pendingEffects(long after, int most);

  /// The last number that was accepted under a lease; 0 if none was.
  long lastSeq(RunId run, LeaseRef lease);

  /// Whether an attempt at that job has succeeded in a run of the same workflow and commit: then a
  /// failure of it is flaky. Never, where the run has no commit.
  boolean hasSucceeded(RunId run, String job);

  /// Says that an orchestrator is there now, and asks since when there has been one without a gap.
  Instant recordPresence(Instant now);

  /// Forgets what a run still wanted to tell agents that are gone for good.
  void discardAgentEffects(RunId run);

  /// Has `listener` called when another orchestrator has committed news, as soon as that is known,
  /// and by any thread. News may be missed: whoever listens looks from time to time all the same.
  default void onNotification(Runnable listener) {}

  /// A number for a new run. Numbers rise; one may be left out.
  long nextRunNumber();

  @Override
  void close();
}
