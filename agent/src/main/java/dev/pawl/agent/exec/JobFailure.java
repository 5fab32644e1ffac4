package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.step.MessageText;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.AgentMessage.Evidence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The failure of a job: the first step that failed, and may not fail.
///
/// @param step the index of the step
/// @param timedOut whether the job's own timeout was over
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

  /// A failure that is not that of a step's process.
  static JobFailure of(int index, String reason) {
    return new JobFailure(index, false, null, Classification.NONE, reason);
  }

  /// Whether it happened within an action that began with that step.
  boolean isWithin(int firstStep) {
    return step >= firstStep;
  }

  JobReport.Completed completed(Map<String, String> outputs) {
    return new JobReport.Completed(
        timedOut ? "timed_out" : "failed",
        exitCode,
        Machine.wireName(found.code()),
        MessageText.of(reason),
        found.evidence().map(its -> new Evidence(its.rule(), its.line())).orElse(null),
        outputs);
  }
}
