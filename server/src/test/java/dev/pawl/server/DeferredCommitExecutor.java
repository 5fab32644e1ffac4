package dev.pawl.server;

import dev.pawl.server.orchestrator.CommitExecutor;
import org.jspecify.annotations.Nullable;

/// Carries a commit out when somebody waits for it, and not before: everything that is decided
/// meanwhile is decided by what has not happened yet.
public final class DeferredCommitExecutor implements CommitExecutor {

  @Override
  public PendingCommit execute(Runnable commit, boolean isAlone, Runnable done) {
    return new Late(commit);
  }

  private static final class Late implements PendingCommit {
    private @Nullable Runnable commit;
    private @Nullable RuntimeException problem;

    Late(Runnable commit) {
      this.commit = commit;
    }

    @Override
    public void await() {
      @Nullable Runnable left = commit;
      commit = null;
      if (left != null) {
        try {
          left.run();
        } catch (RuntimeException e) {
          problem = e;
        }
      }
    }

    @Override
    public void result() {
      await();
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    public boolean isDone() {
      return commit == null;
    }
  }
}
