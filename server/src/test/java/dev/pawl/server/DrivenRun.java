package dev.pawl.server;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A run that the engine decides and a store keeps, one command after the other.
public final class DrivenRun {

  /// Of runs without a repository.
  public static final RepositoryKey NO_REPOSITORY = new RepositoryKey(Origin.DEFAULT_ORG, "");

  public static final String OWNER = "owner-1";
  private static final LeaseRef FIRST = new LeaseRef(new AttemptRef(0, 1), 1);
  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);

  private final Engine engine = new Engine(Deadlines.DEFAULT);
  private final Store store;
  private Instant now = SampleCommits.BEGINNING;
  private Run run;

  public DrivenRun(Store store, String id) {
    this(store, id, Origin.Source.NONE);
  }

  public DrivenRun(Store store, String id, Origin.Source source) {
    this(store, id, "ci", source);
  }

  public DrivenRun(Store store, String id, String workflow, Origin.Source source) {
    this.store = store;
    this.run =
        Run.created(
            new RunId(id),
            new Origin(
                Origin.DEFAULT_ORG,
                store.nextRunNumber(new RepositoryKey(Origin.DEFAULT_ORG, source.repository())),
                workflow,
                "ci.yaml",
                "push",
                Actor.person("maintainer:b"),
                OWNER,
                now,
                source,
                Origin.Lineage.FIRST));
  }

  /// One that the store has already, at the time of its store.
  public static DrivenRun found(Store store, String id) {
    var found = new DrivenRun(store, store.run(new RunId(id)).orElseThrow());
    found.now = store.now();
    return found;
  }

  private DrivenRun(Store store, Run run) {
    this.store = store;
    this.run = run;
  }

  /// What the command came to, a second later.
  public Decision decide(EngineCommand command) {
    now = now.plus(Duration.ofSeconds(1));
    return engine.decide(run, command, store, now);
  }

  /// What the command would change, a second later.
  public Change change(EngineCommand command) {
    return change(command, "");
  }

  public Change change(EngineCommand command, String triggerKey) {
    if (decide(command) instanceof Decision.Accepted accepted) {
      return new Change(accepted, now, engine.nextDue(accepted.run()), List.of(), triggerKey);
    }
    throw new IllegalStateException("not accepted: " + command + " by " + run);
  }

  /// What the command would change, after that time; which has not passed yet.
  public Change changeAfter(Duration time, EngineCommand command) {
    Instant before = now;
    now = now.plus(time);
    Change change = change(command);
    now = before;
    return change;
  }

  public DrivenRun does(EngineCommand command) {
    return committed(change(command));
  }

  /// Makes a change durable.
  public DrivenRun committed(Change change) {
    SampleCommits.commit(store, change);
    return became(change);
  }

  /// The change is durable.
  public DrivenRun became(Change change) {
    run = change.run();
    return this;
  }

  public DrivenRun after(Duration time) {
    now = now.plus(time);
    return this;
  }

  public DrivenRun planned(Plan plan) {
    return does(new StartPlanning()).does(new FinishPlanning(plan));
  }

  public DrivenRun leased() {
    return does(new GrantLease(FIRST.attempt(), AGENT.name()));
  }

  public DrivenRun running() {
    return leased().does(new AcknowledgeLease(FIRST, AGENT)).does(new StartAttempt(FIRST, AGENT));
  }

  /// Running, at the commit that its agent found out.
  public DrivenRun runningAt(String commit) {
    return leased()
        .does(new AcknowledgeLease(FIRST, AGENT))
        .does(new EngineCommand.ReportCommit(FIRST, AGENT, commit))
        .does(new StartAttempt(FIRST, AGENT));
  }

  /// Its first step has begun.
  public DrivenRun inStep() {
    return does(new ReportStep(FIRST, AGENT, 0, StepState.RUNNING, StepEnd.NEVER_RAN));
  }

  public DrivenRun succeeded() {
    return inStep().stepSucceeded();
  }

  /// Its first step ends, and with it the job.
  public DrivenRun stepSucceeded() {
    var end = new StepEnd(0, StepEnd.Ender.PROCESS, "");
    return does(new ReportStep(FIRST, AGENT, 0, StepState.SUCCESS, end))
        .does(new CompleteAttempt(FIRST, AGENT, Outcome.SUCCESS, ReasonCode.OK, ""));
  }

  /// The first job fails, and with it the run, if every other job needs it.
  public DrivenRun failed() {
    return failed(ReasonCode.USER);
  }

  public DrivenRun failed(ReasonCode code) {
    var end = new StepEnd(3, StepEnd.Ender.PROCESS, "");
    return inStep()
        .does(new ReportStep(FIRST, AGENT, 0, StepState.FAILED, end))
        .does(new CompleteAttempt(FIRST, AGENT, Outcome.FAILED, code, "exit code 3"));
  }

  /// Its first step fails because of the tool that it uses.
  public DrivenRun failedByItsTool() {
    var end = new StepEnd(1, StepEnd.Ender.PROCESS, "");
    return inStep()
        .does(
            new ReportStep(
                FIRST, AGENT, 0, StepType.STEP, "", StepState.FAILED, end, ReasonCode.INFRA));
  }

  public DrivenRun heartbeat() {
    return does(heartbeatCommand());
  }

  public static EngineCommand heartbeatCommand() {
    return new EngineCommand.RenewLease(FIRST, AGENT);
  }

  public Run run() {
    return run;
  }

  public RunId id() {
    return run.id();
  }

  public Instant now() {
    return now;
  }
}
