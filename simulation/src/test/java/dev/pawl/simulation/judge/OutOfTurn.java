package dev.pawl.simulation.judge;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.simulation.coverage.Coverage;
import java.time.Instant;
import java.util.List;

/// Asks everything of a run that anybody could ever ask, whatever its state: most of it is out of
/// turn, and must be refused. The engine is pure, so nothing comes of it.
public final class OutOfTurn {

  private static final Actor ANA = Actor.person("ana");
  private static final List<String> TEAMS = List.of("team:ops");

  private final Engine engine;
  private final Rows rows;
  private final Verdict verdict;
  private final Coverage coverage;

  public OutOfTurn(Engine engine, Verdict verdict, Coverage coverage) {
    this.engine = engine;
    this.rows = new Rows(verdict);
    this.verdict = verdict;
    this.coverage = coverage;
  }

  /// Asks it all of a run, and of one of its jobs.
  public void ask(Run run, int index, Surroundings around, Instant now) {
    ofRun(run).forEach(command -> ask(run, command, around, now));
    coverage.asked(run.state());
    if (index < run.jobs().size()) {
      Job job = run.job(index);
      ofJob(job).forEach(command -> ask(run, command, around, now));
      coverage.asked(job.attempt().state());
    }
  }

  private void ask(Run run, Command command, Surroundings around, Instant now) {
    try {
      if (engine.decide(run, command, around, now) instanceof Decision.Accepted accepted) {
        accepted.transitions().forEach(line -> rows.of(line, run.key()));
        mayBeHeeded(run, command);
      }
    } catch (RuntimeException e) {
      verdict.broken(Law.IN_ITS_TABLE, "run %s, asked %s: %s".formatted(run.id(), command, e));
    }
  }

  private void mayBeHeeded(Run run, Command command) {
    if (run.isOver()) {
      verdict.broken(
          Law.TERMINAL_STAYS, "run %s is over, and heeds %s".formatted(run.id(), command));
    }
    if (command instanceof Command.FromAgent said && run.held(said.lease()).isEmpty()) {
      verdict.broken(Law.CURRENT_LEASE, "run %s heeds %s".formatted(run.id(), command));
    }
  }

  private static List<Command> ofRun(Run run) {
    return List.of(
        new Command.StartPlanning(),
        new Command.FinishPlanning(run.plan()),
        new Command.FailPlanning("line 1: nothing is right"),
        new Command.ApproveRun(ANA, TEAMS),
        new Command.RejectRun(ANA, TEAMS, "no"),
        new Command.CancelRun(ANA, false, "enough"),
        new Command.CancelRun(ANA, true, "enough"),
        new Command.Tick(Instant.EPOCH),
        new Command.Interrupt("its owner is gone"));
  }

  private static List<Command> ofJob(Job job) {
    AttemptRef ref = job.ref();
    Attempt attempt = job.attempt();
    String agent = attempt instanceof Attempt.WithAgent held ? held.lease().agent() : "agent-1";
    var lease = new LeaseRef(ref, Math.max(1, attempt.leases()));
    Actor by = Actor.agent(agent);
    var end = new StepEnd(0, Ender.PROCESS, "");
    return List.of(
        new Command.ApproveJob(ref, ANA, TEAMS),
        new Command.RejectJob(ref, ANA, TEAMS, "no"),
        new Command.GrantLease(ref, agent),
        new Command.RevokeLease(lease, ANA, "not trusted"),
        new Command.LoseContact(lease),
        new Command.AcknowledgeLease(lease, by),
        new Command.RejectLease(lease, by, "busy"),
        new Command.RenewLease(lease, by),
        new Command.ReportGroup(lease, by, "deploy"),
        new Command.StartAttempt(lease, by),
        new Command.ReportStep(lease, by, 0, StepState.RUNNING, end),
        new Command.ReportStep(lease, by, 0, StepState.SUCCESS, end),
        new Command.BeginUpload(lease, by),
        new Command.CompleteAttempt(lease, by, Outcome.SUCCESS, ReasonCode.OK, ""),
        new Command.CompleteAttempt(lease, by, Outcome.FAILED, ReasonCode.TEST, "red"),
        new Command.CompleteAttempt(lease, by, Outcome.TIMED_OUT, ReasonCode.TIMEOUT, "slow"),
        new Command.AcknowledgeCancel(lease, by),
        new Command.LoseAttempt(lease, by, "restarted"),
        new Command.CancelAttempt(ref, ANA, false, ReasonCode.USER, "enough"),
        new Command.CancelAttempt(ref, ANA, true, ReasonCode.USER, "enough"),
        new Command.RetryJob(job.index(), ANA),
        new Command.SkipJob(job.index(), ANA));
  }
}
