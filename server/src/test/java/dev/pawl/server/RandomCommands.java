package dev.pawl.server;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.OrderedMaps;
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
public final class RandomCommands {

  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);
  private static final Actor OPS = Actor.person("ops");

  private static final List<StepType> HOOKS =
      Stream.of(StepType.values()).filter(StepType::isHook).toList();

  private final Random chance;
  private final long badLuck;

  public RandomCommands(long seed) {
    this.chance = new Random(seed);
    this.badLuck = seed % 10;
  }

  public int below(int bound) {
    return chance.nextInt(bound);
  }

  private <T> T any(List<T> some) {
    return some.get(chance.nextInt(some.size()));
  }

  public EngineCommand next(Run run) {
    if (run.state() == RunState.HELD && chance.nextBoolean()) {
      return new EngineCommand.ApproveRun(OPS, List.of());
    }
    Job job = run.job(chance.nextInt(run.jobs().size()));
    AttemptRef ref = job.ref();
    return job.attempt() instanceof Attempt.WithAgent held && chance.nextInt(8) > 0
        ? underLease(new LeaseRef(ref, held.lease().number()), held)
        : fromOutside(run, job, ref);
  }

  private EngineCommand fromOutside(Run run, Job job, AttemptRef ref) {
    return switch (chance.nextInt(60)) {
      case 0 ->
          new EngineCommand.CancelAttempt(ref, OPS, chance.nextBoolean(), ReasonCode.USER, "why");
      case 1, 2 -> new EngineCommand.RetryJob(job.index(), OPS);
      case 3 -> new EngineCommand.SkipJob(job.index(), OPS);
      case 4, 5, 6, 7, 8, 9 -> new EngineCommand.ApproveJob(ref, OPS, List.of("team:ops"));
      case 10, 11, 12, 13, 14, 15, 16, 17 -> new EngineCommand.Tick(Instant.EPOCH);
      case 18 ->
          chance.nextInt(4) == 0
              ? new EngineCommand.CancelRun(OPS, chance.nextBoolean(), "enough of run " + run.id())
              : new EngineCommand.Tick(Instant.EPOCH);
      case 19, 20, 21, 22, 23, 24, 25, 26, 27, 28 ->
          new EngineCommand.JoinGroup(ref, SampleCommits.AGENT);
      default -> new EngineCommand.GrantLease(ref, SampleCommits.AGENT);
    };
  }

  private EngineCommand underLease(LeaseRef lease, Attempt.WithAgent held) {
    return switch (held.state()) {
      case LEASED ->
          chance.nextInt(6) == 0
              ? new EngineCommand.RejectLease(lease, AGENT, "busy")
              : new EngineCommand.AcknowledgeLease(lease, AGENT);
      case STARTING ->
          switch (chance.nextInt(6)) {
            case 0, 1 -> new EngineCommand.ReportGroup(lease, AGENT, "reported");
            case 2 -> new EngineCommand.ReportCommit(lease, AGENT, "c0ffee00".repeat(5));
            default -> new EngineCommand.StartAttempt(lease, AGENT);
          };
      case CANCELLING -> new EngineCommand.AcknowledgeCancel(lease, AGENT);
      case RUNNING, UPLOADING, RECOVERING -> atWork(lease, held);
      case PENDING, HELD, WAITING, QUEUED -> throw new IllegalStateException("no agent has it");
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
          throw new IllegalStateException("no agent has it");
    };
  }

  /// Mostly what a job does that goes on; now and then anything.
  private EngineCommand atWork(LeaseRef lease, Attempt.WithAgent held) {
    return switch (chance.nextInt(24)) {
      case 0 -> new EngineCommand.RenewLease(lease, AGENT);
      case 1 -> new EngineCommand.LoseContact(lease);
      case 2 ->
          chance.nextInt(4) == 0
              ? new EngineCommand.LoseAttempt(lease, AGENT, "its disk is gone")
              : new EngineCommand.RevokeLease(lease, OPS, "not trusted any more");
      case 3, 4 -> new EngineCommand.BeginUpload(lease, AGENT);
      case 5, 6 -> new EngineCommand.AcquireTool(lease, AGENT, 0);
      case 7 -> completion(lease, any(List.of(Outcome.values())));
      case 8, 9 -> anyReport(lease, held);
      default -> onwards(lease, held);
    };
  }

  private EngineCommand onwards(LeaseRef lease, Attempt.WithAgent held) {
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

  private EngineCommand completion(LeaseRef lease, Outcome outcome) {
    List<ReasonCode> codes =
        List.of(ReasonCode.USER, ReasonCode.INFRA, ReasonCode.TEST, ReasonCode.FLAKY);
    return new EngineCommand.CompleteAttempt(
        lease,
        AGENT,
        outcome,
        outcome == Outcome.SUCCESS ? ReasonCode.OK : any(codes),
        "so it ended",
        OrderedMaps.copyOf(Map.of("cells", "[\"x\", \"y\"]")),
        Optional.empty(),
        false);
  }

  private EngineCommand anyReport(LeaseRef lease, Attempt.WithAgent held) {
    int step = chance.nextInt(held.steps().size() + 1);
    StepType type = step < held.steps().size() ? held.steps().get(step).type() : any(HOOKS);
    return report(lease, step, type, any(List.of(StepState.values())));
  }

  private EngineCommand report(LeaseRef lease, int step, StepType type, StepState state) {
    var end = new StepEnd(chance.nextInt(3), StepEnd.Ender.PROCESS, "it says");
    String name = step % 2 == 0 ? "Build on linux" : "";
    return new EngineCommand.ReportStep(
        lease, AGENT, step, type, name, state, end, ReasonCode.INFRA);
  }
}
