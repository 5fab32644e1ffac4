package dev.pawl.agent.process;

import java.util.concurrent.CompletableFuture;

/// A process that this agent started, the leader of a session and of a process group.
///
/// @param pid also the id of its group and session
/// @param exit completed when the process has ended and its status was collected
public record ChildProcess(long pid, CompletableFuture<ProcessExit> exit) {

  public boolean isAlive() {
    return !exit.isDone();
  }

  /// Kills the process itself, which may not have its group yet.
  public void kill() {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
