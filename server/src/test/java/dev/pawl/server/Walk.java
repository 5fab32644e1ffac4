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
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// Commands by chance, by a seed: what may come to a run that has a plan, wanted or not.
public final class Walk {

  private static final Actor AGENT = Actor.agent(Commits.AGENT);
  private static final Actor BOB = Actor.person("bob");

  private static final List<StepType> HOOKS =
      Stream.of(StepType.values()).filter(StepType::isHook).toList();

  private final Random chance;
  private final long badLuck;

  public Walk(long seed) {
    this.chance = new Random(seed);
    this.badLuck = seed % 10;
  }

  public int below(int bound) {
    return chance.nextInt(bound);
  }

  private <T> T any(List<T> some) {
    return some.get(chance.nextInt(some.size()));
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
    return switch (chance.nextInt(60)) {
      case 0 -> new Command.CancelAttempt(ref, BOB, chance.nextBoolean(), ReasonCode.USER, "why");
      case 1, 2 -> new Command.RetryJob(job.index(), BOB);
      case 3 -> new Command.SkipJob(job.index(), BOB);
      case 4, 5, 6, 7, 8, 9 -> new Command.ApproveJob(ref, BOB, List.of("team:ops"));
      case 10, 11, 12, 13, 14, 15, 16, 17 -> new Command.Tick(Instant.EPOCH);
      case 18 ->
          chance.nextInt(4) == 0
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

  /// Mostly what a job does that goes on; now and then anything.
  private Command atWork(LeaseRef lease, Attempt.WithAgent held) {
    return switch (chance.nextInt(24)) {
      case 0 -> new Command.RenewLease(lease, AGENT);
      case 1 -> new Command.LoseContact(lease);
      case 2 ->
          chance.nextInt(4) == 0
              ? new Command.LoseAttempt(lease, AGENT, "its disk is gone")
              : new Command.RevokeLease(lease, BOB, "not trusted any more");
      case 3, 4 -> new Command.BeginUpload(lease, AGENT);
      case 5, 6 -> new Command.AcquireTool(lease, AGENT, 0);
      case 7 -> completion(lease, any(List.of(Outcome.values())));
      case 8, 9 -> anyReport(lease, held);
      default -> onwards(lease, held);
    };
  }

  private Command onwards(LeaseRef lease, Attempt.WithAgent held) {
    for (Step step : held.steps()) {
      if (step instanceof Step.Open open) {
        StepState next =
            switch (open.state()) {
              case PENDING, RETRYING -> StepState.RUNNING;
              case RUNNING -> isUnlucky() ? StepState.FAILED : StepState.SUCCESS;
              case CANCELLING -> StepState.CANCELLED;
              case SUCCESS, FAILED, CANCELLED, SKIPPED -> open.state();
            };
        return report(lease, open.index(), open.type(), next);
      }
    }
    return completion(lease, isUnlucky() ? Outcome.FAILED : Outcome.SUCCESS);
  }

  private boolean isUnlucky() {
    return chance.nextInt(10) < badLuck;
  }

  private Command completion(LeaseRef lease, Outcome outcome) {
    List<ReasonCode> codes =
        List.of(ReasonCode.USER, ReasonCode.INFRA, ReasonCode.TEST, ReasonCode.FLAKY);
    return new Command.CompleteAttempt(
        lease,
        AGENT,
        outcome,
        outcome == Outcome.SUCCESS ? ReasonCode.OK : any(codes),
        "so it ended",
        Ordered.copyOf(Map.of("cells", "[\"x\", \"y\"]")),
        Optional.empty(),
        false);
  }

  private Command anyReport(LeaseRef lease, Attempt.WithAgent held) {
    int step = chance.nextInt(held.steps().size() + 1);
    StepType type = step < held.steps().size() ? held.steps().get(step).type() : any(HOOKS);
    return report(lease, step, type, any(List.of(StepState.values())));
  }

  private Command report(LeaseRef lease, int step, StepType type, StepState state) {
    var end = new StepEnd(chance.nextInt(3), StepEnd.Ender.PROCESS, "it says");
    String name = step % 2 == 0 ? "Build on linux" : "";
    return new Command.ReportStep(lease, AGENT, step, type, name, state, end, ReasonCode.INFRA);
  }
}
