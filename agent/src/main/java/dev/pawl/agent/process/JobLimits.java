package dev.pawl.agent.process;

import dev.pawl.agent.limits.ResourceLimits;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The limits of a job's processes, and what they have hit of them.
///
/// @param groups the control group of each controller that limits them
/// @param own the groups that exist for the limits alone, which the processes have to join
/// @param mostProcesses a limit of processes for each user instead of a control group; 0 for none
public record JobLimits(
    ResourceLimits limits, Map<LimitController, Path> groups, List<Cgroup> own, int mostProcesses) {

  public static final JobLimits NONE = new JobLimits(ResourceLimits.NONE, Map.of(), List.of(), 0);

  public JobLimits {
    groups = groups.isEmpty() ? Map.of() : new EnumMap<>(groups);
    own = List.copyOf(own);
  }

  /// The number of processes that the kernel has killed at the limit of memory.
  public long killed() {
    return hits(LimitController.MEMORY);
  }

  /// The number of processes that were not started at the limit of processes.
  public long refused() {
    return hits(LimitController.PIDS);
  }

  private long hits(LimitController controller) {
    Path group = groups.get(controller);
    return group == null ? 0 : controller.hits(group);
  }

  /// Removes the groups, when no process is left.
  public void remove() {
    for (Cgroup group : own) {
      boolean _ = group.killAndRemove();
    }
  }
}
