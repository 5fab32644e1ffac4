package dev.pawl.server;

import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.server.store.StoreUnavailable;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

/// A store that notes what it is asked, and fails on demand.
public final class ScriptedStore extends MemoryStore {

  /// A fault of the next commits.
  public enum Fault {
    NONE,
    /// Nothing is written.
    FULL,
    /// Somebody else is always faster.
    CONFLICT,
    /// Nothing is written, and nobody can tell. Once.
    UNKNOWN_AND_DID_NOT_HAPPEN,
    /// Everything is written, and nobody can tell. Once.
    UNKNOWN_AND_HAPPENED,
    /// Everything is written, and then the writer dies. Once.
    CRASH_AFTER_COMMIT
  }

  /// The orchestrator is dead; it is not turned again.
  public static final class Crash extends RuntimeException {}

  private final List<String> order;
  private Fault fault = Fault.NONE;
  private boolean isUnreachable;
  private int silences;
  private int commits;
  private int tries;
  private Runnable meanwhile = () -> {};
  private Predicate<Change> refuses = _ -> false;

  public ScriptedStore(InstantSource clock, List<String> order) {
    super(clock);
    this.order = order;
  }

  public void next(Fault fault) {
    this.fault = fault;
  }

  public void isUnreachable(boolean isUnreachable) {
    this.isUnreachable = isUnreachable;
  }

  /// Cannot say, that many times, what became of a commit whose outcome is unknown.
  public void failsToTell(int times) {
    silences = times;
  }

  int commits() {
    return commits;
  }

  /// The commits that were tried, whatever became of them.
  public int tries() {
    return tries;
  }

  /// What others do between the next decisions and their commit.
  public void meanwhile(Runnable others) {
    meanwhile = others;
  }

  /// Refuses every commit with such a change.
  public void refuses(Predicate<Change> such) {
    refuses = such;
  }

  @Override
  protected void beforeRead() {
    boolean cannotTell = fault == Fault.NONE && silences > 0;
    silences -= cannotTell ? 1 : 0;
    if (isUnreachable || cannotTell) {
      throw new StoreUnavailable("the store cannot be reached");
    }
  }

  @Override
  protected void beforeCommit(Commit commit) {
    tries++;
    Runnable others = meanwhile;
    meanwhile = () -> {};
    others.run();
    if (commit.changes().stream().anyMatch(refuses)) {
      throw new ConstraintViolation("the store refuses it");
    }
    if (fault == Fault.FULL) {
      throw new StoreUnavailable("the disk is full");
    }
    if (fault == Fault.CONFLICT && !commit.changes().isEmpty()) {
      throw new CommitConflict(
          commit.changes().stream()
              .map(change -> change.revisions().getFirst().after())
              .map(moved -> new AggregateKey(moved.kind(), moved.key()))
              .toList());
    }
    if (fault == Fault.UNKNOWN_AND_DID_NOT_HAPPEN) {
      fault = Fault.NONE;
      throw new CommitOutcomeUnknown("the connection broke");
    }
  }

  @Override
  protected void afterCommit(Commit commit) {
    commits++;
    order.add("commit");
    Fault now = fault;
    fault = Fault.NONE;
    if (now == Fault.UNKNOWN_AND_HAPPENED) {
      throw new CommitOutcomeUnknown("the connection broke");
    }
    if (now == Fault.CRASH_AFTER_COMMIT) {
      throw new Crash();
    }
  }
}
