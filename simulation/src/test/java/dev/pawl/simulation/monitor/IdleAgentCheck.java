package dev.pawl.simulation.monitor;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/// Checks that no attempt waits in the queue while an agent could execute it. Only for times when
/// nothing has happened for long and no faults happen: otherwise another attempt may come first.
public final class IdleAgentCheck {

  private final ViolationRecorder violations;
  private final ReferenceState reference;

  public IdleAgentCheck(ViolationRecorder violations, ReferenceState reference) {
    this.violations = violations;
    this.reference = reference;
  }

  /// Looks for an attempt that stays queued although an agent could execute it.
  ///
  /// @param isConnected whether an agent of that id is connected
  /// @param quiet how long nothing has been committed
  public void check(Instant now, Duration quiet, Predicate<String> isConnected) {
    for (Run run : reference.open().values()) {
      for (Job job : run.jobs()) {
        if (job.attempt().state() == AttemptState.QUEUED
            && !job.attempt().since().plus(quiet).isAfter(now)
            && isUnhindered(run, job)
            && reference.agents().values().stream()
                .anyMatch(
                    agent -> fits(agent, run.demand(job), now) && isConnected.test(agent.key()))) {
          violations.violated(
              Invariant.ENDS_IN_TIME,
              "run %s: job %s is queued, and agents that could execute it are idle"
                  .formatted(run.id(), job.planned().id()));
        }
      }
    }
  }

  /// Whether neither a group nor other cells of its matrix go first.
  private static boolean isUnhindered(Run run, Job job) {
    return run.place().map(GroupPlace::isHeld).orElse(true)
        && job.place().map(GroupPlace::isHeld).orElse(true)
        && job.planned().policy().group().isEmpty()
        && job.planned().policy().matrix().isEmpty();
  }

  private static boolean fits(Agent agent, AgentDemand demand, Instant now) {
    return agent.meets(demand) && agent.isFree(now);
  }
}
