package dev.pawl.server;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Commands by chance, by a seed: what may come to a run that has a plan, wanted or not.
public final class Walk {

  private static final Actor AGENT = Actor.agent(Commits.AGENT);
  private static final Actor BOB = Actor.person("bob");

  private final Random chance;

  public Walk(long seed) {
    this.chance = new Random(seed);
  }

  public int below(int bound) {
    return chance.nextInt(bound);
  }

  public Command next(Run run) {
    if (run.state() == RunState.HELD && chance.nextBoolean()) {
      return new Command.ApproveRun(BOB, List.of());
    }
    Job job = run.job(chance.nextInt(run.jobs().size()));
    AttemptRef ref = job.ref();
    return job.attempt() instanceof Attempt.WithAgent held && chance.nextInt(8) > 0
        ? underLease(new LeaseRef(ref, held.lease().number()), held)
        : fromOutside(run, job, ref);
  }

  private Command fromOutside(Run run, Job job, AttemptRef ref) {
    return switch (chance.nextInt(24)) {
      case 0 ->
          run.state() == RunState.HELD
              ? new Command.Tick(Instant.EPOCH)
              : new Command.CancelAttempt(ref, BOB, chance.nextBoolean(), ReasonCode.USER, "why");
      case 1 -> new Command.RetryJob(job.index(), BOB);
      case 2 -> new Command.SkipJob(job.index(), BOB);
      case 3, 4 -> new Command.ApproveJob(ref, BOB, List.of("team:ops"));
      case 5 -> new Command.ApproveRun(BOB, List.of());
      case 6, 7, 8, 9 -> new Command.Tick(Instant.EPOCH);
      case 10 ->
          chance.nextInt(10) == 0
              ? new Command.CancelRun(BOB, chance.nextBoolean(), "enough of run " + run.id())
              : new Command.Tick(Instant.EPOCH);
      default -> new Command.GrantLease(ref, Commits.AGENT);
    };
  }

  private Command underLease(LeaseRef lease, Attempt.WithAgent held) {
    return switch (held.state()) {
      case LEASED ->
          chance.nextInt(6) == 0
              ? new Command.RejectLease(lease, AGENT, "busy")
              : new Command.AcknowledgeLease(lease, AGENT);
      case STARTING ->
          chance.nextInt(3) == 0
              ? new Command.ReportGroup(lease, AGENT, "reported")
              : new Command.StartAttempt(lease, AGENT);
      case CANCELLING -> new Command.AcknowledgeCancel(lease, AGENT);
      case RUNNING, UPLOADING, RECOVERING -> atWork(lease, held);
      case PENDING, HELD, WAITING, QUEUED -> throw new IllegalStateException("no agent has it");
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
          throw new IllegalStateException("no agent has it");
    };
  }

  private Command atWork(LeaseRef lease, Attempt.WithAgent held) {
    return switch (chance.nextInt(12)) {
      case 0 -> new Command.RenewLease(lease, AGENT);
      case 1 -> new Command.LoseContact(lease);
      case 2 -> new Command.LoseAttempt(lease, AGENT, "its disk is gone");
      case 3 -> new Command.BeginUpload(lease, AGENT);
      case 4 -> new Command.AcquireTool(lease, AGENT, 0);
      case 5, 6 -> completion(lease);
      default -> stepReport(lease, held);
    };
  }

  private Command completion(LeaseRef lease) {
    Outcome outcome = Outcome.values()[chance.nextInt(3)];
    List<ReasonCode> codes =
        List.of(ReasonCode.USER, ReasonCode.INFRA, ReasonCode.TEST, ReasonCode.FLAKY);
    return new Command.CompleteAttempt(
        lease,
        AGENT,
        outcome,
        outcome == Outcome.SUCCESS ? ReasonCode.OK : codes.get(chance.nextInt(codes.size())),
        "so it ended",
        Ordered.copyOf(Map.of("cells", "[\"x\", \"y\"]")));
  }

  private Command stepReport(LeaseRef lease, Attempt.WithAgent held) {
    int step = chance.nextInt(held.steps().size() + 1);
    StepType type =
        step < held.steps().size()
            ? held.steps().get(step).type()
            : StepType.values()[1 + chance.nextInt(StepType.values().length - 1)];
    StepState state = StepState.values()[chance.nextInt(StepState.values().length)];
    var end = new StepEnd(chance.nextInt(3), StepEnd.Ender.PROCESS, "it says");
    ReasonCode code = chance.nextBoolean() ? ReasonCode.USER : ReasonCode.INFRA;
    return new Command.ReportStep(lease, AGENT, step, type, state, end, code);
  }
}
