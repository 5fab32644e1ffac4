package dev.pawl.agent.steps;

import dev.pawl.agent.commands.LogAnnotations;
import dev.pawl.agent.process.JobLimits;
import java.util.ArrayList;
import java.util.List;

/// Notices when a step hits the limits of its job, and says so in the step's log. The rule
/// `memory-limit` finds the line there.
final class LimitMonitor {

  private final JobLimits limits;
  private final long killedBefore;
  private final long refusedBefore;

  /// Begins to watch.
  LimitMonitor(JobLimits limits) {
    this.limits = limits;
    this.killedBefore = limits.killed();
    this.refusedBefore = limits.refused();
  }

  /// The lines about the limits that were hit since it began.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    long killed = limits.killed() - killedBefore;
    long refused = limits.refused() - refusedBefore;
    if (killed > 0) {
      lines.add(
          LogAnnotations.error(
              "the kernel killed %d %s of the job at its memory limit of %s"
                  .formatted(
                      killed,
                      killed == 1 ? "process" : "processes",
                      limits.limits().memoryText())));
    }
    if (refused > 0) {
      lines.add(
          LogAnnotations.warning(
              "the job reached its limit of %d processes; more were not started"
                  .formatted(limits.limits().processes())));
    }
    return lines;
  }
}
