package dev.pawl.cli.view;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.server.store.Change;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The progress of a run as views show it: each job with its duration and current step. Built from
/// the changes, by one thread.
final class RunProgress {

  /// The line of one job.
  ///
  /// @param message why it ended, or what it waits for
  record JobLine(String name, String state, String message, Optional<Duration> span, String step) {

    /// Makes the texts of the workflow safe to print.
    JobLine {
      name = PrintableText.line(name);
      message = PrintableText.line(message);
      step = PrintableText.line(step);
    }
  }

  private final Map<AttemptRef, Instant> startedAt = new HashMap<>();
  private final Map<AttemptRef, Instant> endedAt = new HashMap<>();
  private Run run;

  RunProgress(Change first) {
    run = first.run();
    add(first);
  }

  /// Applies a change, in time proportional to the change and not to the run.
  void add(Change change) {
    run = change.run();
    for (AttemptTransition transition : AttemptTransition.in(change)) {
      if (transition.state() == AttemptState.RUNNING) {
        startedAt.putIfAbsent(transition.attempt(), change.at());
      }
      if (AttemptMachine.MACHINE.isTerminal(transition.state())) {
        endedAt.putIfAbsent(transition.attempt(), change.at());
      }
    }
  }

  Run run() {
    return run;
  }

  /// Whether this is the same attempt of the run.
  boolean isOf(Run other) {
    return run.id().equals(other.id());
  }

  List<JobLine> jobs(Instant now) {
    List<JobLine> lines = new ArrayList<>();
    for (Job job : run.jobs()) {
      lines.add(line(job, now));
    }
    return lines;
  }

  private JobLine line(Job job, Instant now) {
    Attempt attempt = job.attempt();
    boolean hasReason = attempt instanceof Attempt.Ended || attempt.reason().code().isWait();
    return new JobLine(
        JobDisplayName.format(job),
        Machine.wireName(attempt.state()),
        hasReason ? attempt.reason().message() : "",
        span(job.ref(), now),
        attempt instanceof Attempt.WithAgent held ? currentStep(job, held) : "");
  }

  /// The duration of an attempt, so far or in total.
  Optional<Duration> span(AttemptRef attempt, Instant now) {
    return Optional.ofNullable(startedAt.get(attempt))
        .map(start -> Duration.between(start, endedAt.getOrDefault(attempt, now)));
  }

  private static String currentStep(Job job, Attempt.WithAgent held) {
    for (Step step : held.steps()) {
      if (step.state() == StepState.RUNNING || step.state() == StepState.CANCELLING) {
        int steps = job.planned().steps().size();
        String name = step.name();
        return step.type().isHook() ? name : "%d/%d %s".formatted(step.index() + 1, steps, name);
      }
    }
    return "";
  }

  Duration sinceTrigger(Instant now) {
    return Duration.between(run.origin().at(), run.isOver() ? run.since() : now);
  }
}
