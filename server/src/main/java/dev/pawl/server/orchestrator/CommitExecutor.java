package dev.pawl.server.orchestrator;

import dev.pawl.server.metrics.Histogram;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Executes commits, one at a time, while the loop decides the next batch.
public interface CommitExecutor {

  /// A commit that is in flight, or has ended.
  interface PendingCommit {

    /// Waits for its end, successful or not.
    void await();

    /// Waits for its end.
    ///
    /// @throws RuntimeException the exception of the commit
    void result();

    /// Whether it has ended.
    boolean isDone();
  }

  /// Begins to execute `commit`.
  ///
  /// @param isAlone whether no other request waits: the commit then runs in the caller's thread
  /// @param done called when it has ended, by any thread, unless it has when this returns
  PendingCommit execute(Runnable commit, boolean isAlone, Runnable done);

  /// The times of commits in seconds; empty if they are not measured.
  default Optional<Histogram> durations() {
    return Optional.empty();
  }

  /// Executes each commit in the thread of the loop: nothing is decided meanwhile.
  static CommitExecutor inCallersThread() {
    return (commit, _, _) -> new CompletedCommit(problem(commit));
  }

  private static @Nullable RuntimeException problem(Runnable commit) {
    try {
      commit.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /// A commit that has ended.
  record CompletedCommit(@Nullable RuntimeException problem) implements PendingCommit {

    @Override
    public void await() {}

    @Override
    public void result() {
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    public boolean isDone() {
      return true;
    }
  }
}
