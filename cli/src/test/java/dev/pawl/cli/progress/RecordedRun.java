package dev.pawl.cli.progress;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A run in a real store that a test drives, with the changes that views receive.
public final class RecordedRun {

  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);

  private final DrivenRun run;
  private final List<Change> changes = new ArrayList<>();

  public RecordedRun(SqliteStore store, String id, PlannedJob... jobs) {
    SampleCommits.register(store, SampleCommits.AGENT, 100, "linux");
    run = new DrivenRun(store, id);
    does(new StartPlanning());
    does(new FinishPlanning(new Plan("ci", List.of(jobs))));
  }

  /// A job with one step and without retries.
  public static PlannedJob job(String id) {
    return job(id, step());
  }

  /// The same, with other steps.
  public static PlannedJob job(String id, PlannedStep... steps) {
    return SamplePlans.job(id, List.of(), policy(false), steps);
  }

  /// A job whose failure is tolerated.
  public static PlannedJob optional(String id) {
    return SamplePlans.job(id, List.of(), policy(true), step());
  }

  public static PlannedStep step() {
    return PlannedStep.of("Compile", "make", "ci.yaml:7:9");
  }

  private static JobPolicy policy(boolean continueOnError) {
    JobPolicy plain = JobPolicy.PLAIN;
    return new JobPolicy(
        plain.condition(),
        continueOnError,
        RetryPolicy.NONE,
        plain.approval(),
        plain.delay(),
        plain.group(),
        plain.priority(),
        plain.hooks(),
        plain.environment(),
        Optional.empty());
  }

  public RecordedRun does(EngineCommand command) {
    Change change = run.change(command);
    run.committed(change);
    changes.add(change);
    return this;
  }

  /// Starts a job and its first step.
  public RecordedRun starts(int job) {
    LeaseRef lease = lease(job);
    return does(new GrantLease(lease.attempt(), AGENT.name()))
        .does(new AcknowledgeLease(lease, AGENT))
        .does(new StartAttempt(lease, AGENT))
        .startsStep(job, 0);
  }

  public RecordedRun startsStep(int job, int step) {
    return does(new ReportStep(lease(job), AGENT, step, StepState.RUNNING, StepEnd.NEVER_RAN));
  }

  public RecordedRun endsStep(int job, int step, int code) {
    var end = new StepEnd(code, StepEnd.Ender.PROCESS, "");
    StepState state = code == 0 ? StepState.SUCCESS : StepState.FAILED;
    return does(new ReportStep(lease(job), AGENT, step, state, end));
  }

  public RecordedRun succeeds(int job) {
    return does(new CompleteAttempt(lease(job), AGENT, Outcome.SUCCESS, ReasonCode.OK, ""));
  }

  public RecordedRun fails(int job) {
    return does(
        new CompleteAttempt(lease(job), AGENT, Outcome.FAILED, ReasonCode.USER, "exit code 3"));
  }

  private static LeaseRef lease(int job) {
    return new LeaseRef(new AttemptRef(job, 1), 1);
  }

  public Run run() {
    return run.run();
  }

  public List<Change> changes() {
    return List.copyOf(changes);
  }

  /// The model that the changes build.
  public RunProgress progress() {
    var reader = new ChangeReader();
    var progress = new RunProgress(reader.update(changes.getFirst()));
    changes.stream().skip(1).forEach(change -> progress.apply(reader.update(change)));
    return progress;
  }
}
