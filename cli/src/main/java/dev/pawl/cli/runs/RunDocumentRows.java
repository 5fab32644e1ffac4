package dev.pawl.cli.runs;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.NextTransition;
import dev.pawl.server.api.document.JobDocument;
import dev.pawl.server.api.document.JobDocument.AttemptDocument;
import dev.pawl.server.api.document.JobDocument.StepDocument;
import dev.pawl.server.api.document.Requests.TransitionDocument;
import dev.pawl.server.api.document.RunDocument;
import dev.pawl.server.api.document.RunItem;
import dev.pawl.server.api.document.RunItem.LineageDocument;
import dev.pawl.server.api.document.WhyDocument;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Turns the documents of a server into the rows that the local store has, so that one view shows
/// both.
final class RunDocumentRows {

  /// A document does not have it, and no view needs it.
  private static final String UNKNOWN = "";

  static RunRow run(RunItem run) {
    LineageDocument lineage = run.lineage();
    return new RunRow(
        new RunId(run.id()),
        run.number(),
        run.workflow(),
        run.file(),
        run.event(),
        run.actor(),
        Machine.ofWireName(Phase.class, run.phase()),
        run.state(),
        run.reason(),
        run.message(),
        run.createdAt(),
        run.endedAt(),
        run.attempt(),
        run.quarantined() == null ? "" : run.quarantined(),
        run.repository(),
        run.branch(),
        run.commit(),
        run.since(),
        lineage.attempt() - 1,
        lineage.max() - 1,
        isRetried(lineage) && run.endedAt() != null,
        UNKNOWN);
  }

  /// Whether another attempt of its run follows, or has followed.
  static boolean isRetried(LineageDocument lineage) {
    return lineage.state().equals("retrying");
  }

  static RunRow run(RunDocument run) {
    return run(
        new RunItem(
            run.id(),
            run.number(),
            run.attempt(),
            run.repository(),
            run.workflow(),
            run.file(),
            run.event(),
            run.branch(),
            run.commit(),
            run.actor(),
            run.state(),
            run.phase(),
            run.reason(),
            run.message(),
            run.createdAt(),
            run.since(),
            run.endedAt(),
            run.lineage(),
            run.report(),
            run.quarantined() == null ? null : run.quarantined().reason()));
  }

  /// The attempts of all jobs, in the order of the jobs.
  static List<AttemptRow> attempts(RunDocument run) {
    List<AttemptRow> rows = new ArrayList<>();
    for (JobDocument job : run.jobs()) {
      job.attempts().forEach(attempt -> rows.add(attempt(job, attempt)));
    }
    return rows;
  }

  private static AttemptRow attempt(JobDocument job, AttemptDocument attempt) {
    boolean isCurrent = attempt.attempt() == job.attempt();
    return new AttemptRow(
        job.index(),
        attempt.attempt(),
        job.id(),
        Machine.ofWireName(Phase.class, attempt.phase()),
        attempt.state(),
        attempt.reason(),
        attempt.message(),
        attempt.startedAt(),
        attempt.endedAt(),
        job.name(),
        isCurrent && job.tolerated(),
        attempt.since(),
        null,
        attempt.queuedAt(),
        job.runsOn(),
        attempt.agent(),
        isCurrent ? job.agentId() : UNKNOWN,
        0,
        attempt.evidence());
  }

  static List<StepRow> steps(RunDocument run) {
    List<StepRow> rows = new ArrayList<>();
    for (JobDocument job : run.jobs()) {
      for (AttemptDocument attempt : job.attempts()) {
        attempt.steps().forEach(step -> rows.add(step(job.index(), attempt.attempt(), step)));
      }
    }
    return rows;
  }

  private static StepRow step(int job, int attempt, StepDocument step) {
    return new StepRow(
        job,
        attempt,
        step.step(),
        step.name(),
        step.stepType(),
        step.state(),
        step.exitCode(),
        step.message(),
        step.startedAt(),
        step.endedAt(),
        step.tolerated(),
        step.source(),
        step.tries());
  }

  static TransitionRow transition(TransitionDocument line) {
    return new TransitionRow(
        line.seq(),
        line.at(),
        line.machine(),
        line.entity(),
        line.from(),
        line.event(),
        line.to(),
        line.reason(),
        line.message(),
        line.actor());
  }

  /// A kind of fact that is unknown here is left out.
  static Explanation explanation(WhyDocument why) {
    var status =
        new Status(
            Machine.ofWireName(Phase.class, why.phase()),
            Machine.ofWireName(ReasonCode.class, why.reason()),
            why.message());
    List<Fact> facts = why.facts().stream().filter(Objects::nonNull).toList();
    return new Explanation(
        status,
        facts,
        Optional.ofNullable(why.next()).map(next -> new NextTransition(next.event(), next.at())));
  }

  private RunDocumentRows() {}
}
