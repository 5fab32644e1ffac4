package dev.pawl.agent.exec;

import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.JobProcesses;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The fence of one job: passes the end of the lease, from the session's thread, on to the job's
/// processes, which the job's thread opens later. Thread-safe.
final class LeaseFence {

  private @Nullable JobProcesses processes;
  private @Nullable Deadline end;
  private boolean isOff;

  /// The lease lasts for this time from now.
  synchronized void renew(Duration remaining) {
    end = Deadline.after(remaining, "");
    apply();
  }

  /// Fences these processes from now on.
  ///
  /// @param onFence called by the job's thread when it finds that they were killed
  synchronized void guard(JobProcesses opened, Runnable onFence) {
    processes = opened;
    opened.onFence(onFence);
    apply();
  }

  /// The job is being killed: what runs from now on is its cleanup.
  synchronized void callOff() {
    isOff = true;
    if (processes != null) {
      processes.callOffFence();
    }
  }

  private void apply() {
    if (processes != null && end != null && !isOff) {
      processes.fence(end.remaining());
    }
  }
}
