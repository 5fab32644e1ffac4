package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.AgentMessage.Evidence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a job failed of: the first step that did, and was not allowed to.
///
/// @param step its index
/// @param timedOut whether it was the job's own time that was up
record JobFailure(
    int step, boolean timedOut, @Nullable Integer exitCode, Classification found, String reason) {

  static JobFailure of(
      int index, String name, StepEnd end, Classification found, boolean timedOut) {
    String why = end.message().isEmpty() ? "exit code " + end.exitCode() : end.message();
    return new JobFailure(
        index,
        timedOut,
        end.ender() == Ender.NOBODY ? null : end.exitCode(),
        found,
        "step '%s' failed: %s".formatted(name, why));
  }

  /// Of something that no step did.
  static JobFailure without(int index, String reason) {
    return new JobFailure(index, false, null, Classification.NONE, reason);
  }

  /// Whether an action that began with that step can be blamed for it, and so forgiven.
  boolean isWithin(int firstStep) {
    return step >= firstStep;
  }

  JobReport.Completed completed(Map<String, String> outputs) {
    return new JobReport.Completed(
        timedOut ? "timed_out" : "failed",
        exitCode,
        Machine.wireName(found.code()),
        reason,
        found.evidence().map(its -> new Evidence(its.rule(), its.line())).orElse(null),
        outputs);
  }
}
