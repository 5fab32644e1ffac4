package dev.pawl.server.api;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of a run as they were at an entry of its journal: today's rows, with the state that the
/// journal replays to, and without what had not happened.
record RunAtEntry(Run run) {

  RunRow run(RunRow now) {
    return new RunRow(
        now.id(),
        now.number(),
        now.workflow(),
        now.file(),
        now.event(),
        now.startedBy(),
        Phase.of(run.state(), run.reason().code()),
        Machine.wireName(run.state()),
        Machine.wireName(run.reason().code()),
        run.reason().message(),
        now.createdAt(),
        run.isOver() ? run.since() : null,
        now.runAttempt(),
        "",
        now.repository(),
        now.branch(),
        run.origin().source().commit(),
        run.since(),
        now.retries(),
        now.maxRetries(),
        run.isOver() && now.isRetried(),
        now.openedBy());
  }

  /// The attempts that existed. Those before the current ones had ended as they have.
  List<AttemptRow> attempts(List<AttemptRow> now) {
    List<AttemptRow> rows = new ArrayList<>();
    for (AttemptRow row : now) {
      if (row.job() < run.jobs().size()) {
        Attempt current = run.job(row.job()).attempt();
        if (row.attempt() < current.number()) {
          rows.add(row);
        } else if (row.attempt() == current.number()) {
          rows.add(attempt(row, run.job(row.job()), current));
        }
      }
    }
    return rows;
  }

  private static AttemptRow attempt(AttemptRow now, Job job, Attempt then) {
    boolean isOver = then instanceof Attempt.Ended;
    boolean hadAgent = then.leases() > 0;
    boolean hasStarted = now.startedAt() != null && !now.startedAt().isAfter(then.since());
    return new AttemptRow(
        now.job(),
        now.attempt(),
        job.planned().id(),
        Phase.of(then.state(), then.reason().code()),
        Machine.wireName(then.state()),
        Machine.wireName(then.reason().code()),
        then.reason().message(),
        hasStarted ? now.startedAt() : null,
        isOver ? then.since() : null,
        job.planned().name(),
        isOver && now.tolerated(),
        then.since(),
        then instanceof Attempt.Idle idle ? idle.until().orElse(null) : null,
        now.queuedAt(),
        job.planned().runsOn(),
        hadAgent ? now.agent() : "",
        hadAgent ? now.agentId() : "",
        then.leases(),
        isOver ? now.evidence() : null);
  }

  /// The steps that had begun, as they were.
  List<StepRow> steps(List<StepRow> now) {
    List<StepRow> rows = new ArrayList<>();
    for (StepRow row : now) {
      if (row.job() < run.jobs().size()) {
        Attempt current = run.job(row.job()).attempt();
        if (row.attempt() < current.number() || current instanceof Attempt.Ended) {
          rows.add(row);
        } else if (row.attempt() == current.number()) {
          step(current, row).ifPresent(rows::add);
        }
      }
    }
    return rows;
  }

  private static Optional<StepRow> step(Attempt current, StepRow now) {
    if (!(current instanceof Attempt.WithAgent held) || now.step() >= held.steps().size()) {
      return Optional.empty();
    }
    Step then = held.steps().get(now.step());
    boolean isOver = then instanceof Step.Ended;
    if (then.tries() == 0 && !isOver) {
      return Optional.empty();
    }
    return Optional.of(
        new StepRow(
            now.job(),
            now.attempt(),
            now.step(),
            now.name(),
            now.stepType(),
            Machine.wireName(then.state()),
            isOver ? now.exitCode() : null,
            isOver ? now.message() : "",
            now.startedAt(),
            isOver ? now.endedAt() : null,
            isOver && now.tolerated(),
            isOver ? now.source() : "",
            then.tries()));
  }
}
