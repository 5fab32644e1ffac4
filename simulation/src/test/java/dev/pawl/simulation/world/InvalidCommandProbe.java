package dev.pawl.simulation.world;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.simulation.coverage.Coverage;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.TransitionRows;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;
import java.util.List;

/// Tries every command on a run, whatever its state. Most are invalid there and must be rejected.
///
/// The engine is pure, so this changes nothing.
public final class InvalidCommandProbe {

  private static final Actor USER = Actor.person("user-1");
  private static final List<String> TEAMS = List.of("team:ops");

  private final Engine engine;
  private final TransitionRows rows;
  private final ViolationRecorder violations;
  private final Coverage coverage;

  public InvalidCommandProbe(Engine engine, ViolationRecorder violations, Coverage coverage) {
    this.engine = engine;
    this.rows = new TransitionRows(violations);
    this.violations = violations;
    this.coverage = coverage;
  }

  /// Tries every command on a run and on one of its jobs.
  public void ask(Run run, int index, DecisionContext around, Instant now) {
    ofRun(run).forEach(command -> ask(run, command, around, now));
    coverage.asked(run.state());
    if (index < run.jobs().size()) {
      Job job = run.job(index);
      ofJob(job).forEach(command -> ask(run, command, around, now));
      coverage.asked(job.attempt().state());
    }
  }

  private void ask(Run run, EngineCommand command, DecisionContext around, Instant now) {
    try {
      if (engine.decide(run, command, around, now) instanceof Decision.Accepted accepted) {
        accepted.transitions().forEach(line -> rows.of(line, run.key()));
        mayBeHeeded(run, command, accepted);
      }
    } catch (RuntimeException e) {
      violations.violated(
          Invariant.IN_ITS_TABLE, "run %s, asked %s: %s".formatted(run.id(), command, e));
    }
  }

  private void mayBeHeeded(Run run, EngineCommand command, Decision.Accepted accepted) {
    if (run.isOver() && !isOnlyLeaving(accepted)) {
      violations.violated(
          Invariant.TERMINAL_STAYS, "run %s is over, and heeds %s".formatted(run.id(), command));
    }
    if (command instanceof EngineCommand.UnderLease said
        && run.attemptUnder(said.lease()).isEmpty()) {
      violations.violated(Invariant.CURRENT_LEASE, "run %s heeds %s".formatted(run.id(), command));
    }
  }

  /// An ended run may still leave groups, in which it kept its places.
  private static boolean isOnlyLeaving(Decision.Accepted accepted) {
    return !accepted.revisions().isEmpty()
        && accepted.revisions().getFirst().transitions().stream()
            .allMatch(line -> line.cause() instanceof DomainEvent.PlaceChanged);
  }

  private static List<EngineCommand> ofRun(Run run) {
    return List.of(
        new EngineCommand.StartPlanning(),
        new EngineCommand.FinishPlanning(run.plan()),
        new EngineCommand.FailPlanning("line 1: nothing is right"),
        new EngineCommand.ApproveRun(USER, TEAMS),
        new EngineCommand.RejectRun(USER, TEAMS, "no"),
        new EngineCommand.CancelRun(USER, false, "enough"),
        new EngineCommand.CancelRun(USER, true, "enough"),
        new EngineCommand.Tick(Instant.EPOCH),
        new EngineCommand.Interrupt("its owner is gone"));
  }

  private static List<EngineCommand> ofJob(Job job) {
    AttemptRef ref = job.ref();
    Attempt attempt = job.attempt();
    String agent = attempt instanceof Attempt.WithAgent held ? held.lease().agent() : "agent-1";
    var lease = new LeaseRef(ref, Math.max(1, attempt.leases()));
    Actor by = Actor.agent(agent);
    var end = new StepEnd(0, Ender.PROCESS, "");
    return List.of(
        new EngineCommand.ApproveJob(ref, USER, TEAMS),
        new EngineCommand.RejectJob(ref, USER, TEAMS, "no"),
        new EngineCommand.JoinGroup(ref, agent),
        new EngineCommand.GrantLease(ref, agent),
        new EngineCommand.RevokeLease(lease, USER, "not trusted"),
        new EngineCommand.LoseContact(lease),
        new EngineCommand.AcknowledgeLease(lease, by),
        new EngineCommand.RejectLease(lease, by, "busy"),
        new EngineCommand.RenewLease(lease, by),
        new EngineCommand.ReportCommit(lease, by, "c0ffee00".repeat(5)),
        new EngineCommand.ReportGroup(lease, by, "deploy"),
        new EngineCommand.StartAttempt(lease, by),
        new EngineCommand.ReportStep(lease, by, 0, StepState.RUNNING, end),
        new EngineCommand.ReportStep(lease, by, 0, StepState.SUCCESS, end),
        new EngineCommand.BeginUpload(lease, by),
        new EngineCommand.CompleteAttempt(lease, by, Outcome.SUCCESS, ReasonCode.OK, ""),
        new EngineCommand.CompleteAttempt(lease, by, Outcome.FAILED, ReasonCode.TEST, "red"),
        new EngineCommand.CompleteAttempt(lease, by, Outcome.TIMED_OUT, ReasonCode.TIMEOUT, "slow"),
        new EngineCommand.AcknowledgeCancel(lease, by),
        new EngineCommand.LoseAttempt(lease, by, "restarted"),
        new EngineCommand.CancelAttempt(ref, USER, false, ReasonCode.USER, "enough"),
        new EngineCommand.CancelAttempt(ref, USER, true, ReasonCode.USER, "enough"),
        new EngineCommand.RetryJob(job.index(), USER),
        new EngineCommand.SkipJob(job.index(), USER));
  }
}
