package dev.pawl.cli.view;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.server.runtime.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be seen of a run: its jobs, for how long each has been at it, and at which step. Built
/// from the changes, by one thread.
final class Picture {

  /// One job as it looks now.
  record JobLine(String name, String state, String message, Optional<Duration> span, String step) {

    boolean isOver() {
      return AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, state));
    }
  }

  private final Map<Integer, Instant> startedAt = new HashMap<>();
  private final Map<Integer, Instant> endedAt = new HashMap<>();
  private Run run;

  Picture(Change first) {
    run = first.run();
    add(first);
  }

  void add(Change change) {
    run = change.run();
    for (Job job : run.jobs()) {
      if (job.attempt().state() == AttemptState.RUNNING) {
        startedAt.putIfAbsent(job.index(), job.attempt().since());
      }
      if (job.isOver()) {
        endedAt.putIfAbsent(job.index(), job.attempt().since());
      }
    }
  }

  Run run() {
    return run;
  }

  List<JobLine> jobs(Instant now) {
    List<JobLine> lines = new ArrayList<>();
    for (Job job : run.jobs()) {
      lines.add(line(job, now));
    }
    return lines;
  }

  JobLine line(Job job, Instant now) {
    PlannedJob planned = run.plan().job(job.index());
    Attempt attempt = job.attempt();
    String message = attempt instanceof Attempt.Ended ended ? ended.reason().message() : "";
    return new JobLine(
        planned.name(),
        Machine.wireName(attempt.state()),
        message,
        span(job.index(), now),
        attempt instanceof Attempt.WithAgent held ? currentStep(held, planned) : "");
  }

  private Optional<Duration> span(int job, Instant now) {
    return Optional.ofNullable(startedAt.get(job))
        .map(start -> Duration.between(start, endedAt.getOrDefault(job, now)));
  }

  private static String currentStep(Attempt.WithAgent held, PlannedJob planned) {
    for (Step step : held.steps()) {
      if (step.state() == StepState.RUNNING || step.state() == StepState.CANCELLING) {
        return "%d/%d %s"
            .formatted(
                step.index() + 1, planned.steps().size(), planned.steps().get(step.index()).name());
      }
    }
    return "";
  }

  Duration sinceTrigger(Instant now) {
    return Duration.between(run.origin().at(), run.isOver() ? run.since() : now);
  }
}
