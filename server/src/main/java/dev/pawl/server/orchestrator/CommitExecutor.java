package dev.pawl.server.orchestrator;

import org.jspecify.annotations.Nullable;

/// Carries commits out, one at a time, while the loop decides what comes next.
public interface CommitExecutor {

  /// A commit that is under way.
  interface PendingCommit {

    /// Waits for its end, whatever that is.
    void await();

    /// Waits for its end.
    ///
    /// @throws RuntimeException what the commit has thrown
    void result();

    /// Whether nobody would have to wait.
    boolean isDone();
  }

  /// Begins to carry out what `commit` does.
  ///
  /// @param isAlone whether hardly anything will be there to be decided meanwhile
  /// @param done called when it has ended, by any thread, unless it has when this returns
  PendingCommit execute(Runnable commit, boolean isAlone, Runnable done);

  /// While whoever asks waits: nothing is decided meanwhile.
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

  /// One that has ended already.
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
