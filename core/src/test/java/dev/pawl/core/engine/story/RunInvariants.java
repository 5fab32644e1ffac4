package dev.pawl.core.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.UpstreamOutcome;
import dev.pawl.core.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Invariants that hold after every decision.
final class RunInvariants {

  private static final Set<String> REQUESTED_OR_FAILED =
      Set.of(
          "CANCEL",
          "CANCEL_GRACEFUL",
          "CANCEL_FORCE",
          "COMPLETE",
          "CANCEL_ACK",
          "REVOKE",
          "SKIP",
          "FAIL",
          "PLAN_FAIL",
          "TRIP",
          "RESET",
          "REVOKED",
          "ATTEMPT_MADE",
          "INTERVENED",
          "REBUILD",
          "RESTORED",
          "HOOKS_ADDED",
          "TIME_OUT",
          "RUN_APPROVED",
          "JOB_APPROVED");

  static void check(Run before, Decision.Accepted decision, Optional<Instant> nextDue) {
    Run after = decision.run();
    List<Transition> lines = decision.revisions().getFirst().transitions();
    assertThat(before.isOver() && !lines.stream().allMatch(RunInvariants::isLeave))
        .as("what is over never changes, but leaves its groups")
        .isFalse();
    boolean isWritten = !lines.isEmpty();
    assertThat(after.version()).isEqualTo(before.version() + (isWritten ? 1 : 0));
    decision.transitions().stream().filter(Transition::isMove).forEach(RunInvariants::isOfItsOwner);
    assertThat(nextDue.isPresent())
        .as("a deadline while it is not over, or keeps a place")
        .isEqualTo(!after.isOver() || keepsAPlace(after));
    if (after.jobs().size() > 0) {
      jobsAreSound(before, after);
    }
  }

  private static boolean isLeave(Transition line) {
    return line.cause() instanceof DomainEvent.PlaceChanged(_, var place, _) && place.isEmpty();
  }

  private static boolean keepsAPlace(Run run) {
    boolean isKept = run.place().isPresent();
    for (Job job : run.jobs()) {
      isKept |= job.place().isPresent();
    }
    return isKept;
  }

  /// The code `user` is for the request of a person and for a failure of no other class.
  static void saysWhy(Transition line) {
    Reason why = line.reason();
    assertThat(why.message()).as("the reason of %s", line).isNotBlank().doesNotContain("\n");
    if (why.code() == ReasonCode.USER) {
      assertThat(line.event()).as("a request or a failure: %s", line).isIn(REQUESTED_OR_FAILED);
    }
  }

  private static void isOfItsOwner(Transition line) {
    var machine = Lifecycles.named(line.machine()).orElseThrow();
    List<Machine.Row<?, ?>> taken = new ArrayList<>();
    for (Machine.Row<?, ?> row : machine.rows()) {
      boolean isIt =
          Machine.wireName((Enum<?>) row.from()).equals(line.from())
              && ((Enum<?>) row.event()).name().equals(line.event());
      if (isIt) {
        taken.add(row);
      }
    }
    assertThat(taken).as("the row of %s", line).hasSize(1);
    assertThat(Machine.wireName((Enum<?>) taken.getFirst().to())).isEqualTo(line.to());
    assertThat(taken.getFirst().owners()).as("owners of %s", line).contains(line.actor().kind());
  }

  private static void jobsAreSound(Run before, Run after) {
    int open = 0;
    for (Job job : after.jobs()) {
      open += job.isOver() ? 0 : 1;
      isSound(after, job);
      boolean wasOver = job.index() < before.jobs().size() && before.job(job.index()).isOver();
      if (wasOver && before.job(job.index()).attempt().number() == job.attempt().number()) {
        assertThat(job.attempt()).isEqualTo(before.job(job.index()).attempt());
      }
    }
    assertThat(after.isOver()).as("over exactly when its jobs are").isEqualTo(open == 0);
    assertThat(after.jobCounts().open()).isEqualTo(open);
    for (AttemptState state : AttemptState.values()) {
      long there = count(after, state);
      assertThat(after.jobCounts().inStates(state)).as("tally of %s", state).isEqualTo((int) there);
    }
    int recovering = after.jobCounts().inStates(AttemptState.RECOVERING);
    boolean noneMoves = recovering > 0 && after.jobCounts().withAgents() == recovering;
    assertThat(after.state() == RunState.RECOVERING)
        .as("recovering while some attempt recovers and none moves")
        .isEqualTo(noneMoves);
  }

  private static long count(Run run, AttemptState state) {
    long there = 0;
    for (Job job : run.jobs()) {
      there += job.attempt().state() == state ? 1 : 0;
    }
    return there;
  }

  private static void isSound(Run run, Job job) {
    switch (job.attempt()) {
      case Attempt.Idle idle ->
          assertThat(idle.state())
              .isIn(
                  AttemptState.PENDING,
                  AttemptState.HELD,
                  AttemptState.WAITING,
                  AttemptState.QUEUED);
      case Attempt.WithAgent held -> {
        boolean granted = held.state() == AttemptState.LEASED;
        assertThat(held.lease().state())
            .isEqualTo(granted ? LeaseState.GRANTED : LeaseState.ACTIVE);
        assertThat(LeaseMachine.MACHINE.isTerminal(held.lease().state())).isFalse();
      }
      case Attempt.Ended ended -> endedWithItsSteps(job.planned(), ended);
    }
    int open = 0;
    for (int need : job.planned().needs()) {
      open += run.job(need).isOver() ? 0 : 1;
    }
    seesWhatIsBeforeIt(run, job);
    boolean isReleased = job.attempt().state() != AttemptState.PENDING && !job.isOver();
    boolean isTriedAgain =
        job.planned().needs().stream().anyMatch(need -> run.job(need).attempt().number() > 1);
    if (isReleased && job.attempt().number() == 1 && !isTriedAgain) {
      assertThat(open).as("nothing is released before its needs are over").isZero();
    }
    assertThat(job.isOver() && job.place().filter(place -> place.keptUntil().isEmpty()).isPresent())
        .as("no place of who is over, but a kept one")
        .isFalse();
  }

  /// The counted outcomes of the needs equal those that are computed from the needs.
  private static void seesWhatIsBeforeIt(Run run, Job job) {
    Map<UpstreamOutcome, Integer> seen = new EnumMap<>(UpstreamOutcome.class);
    for (int need : job.planned().needs()) {
      UpstreamOutcome legacy = run.job(need).outcome();
      boolean isHeard = legacy == UpstreamOutcome.OPEN || !job.planned().isCallEntry();
      seen.merge(isHeard ? legacy : UpstreamOutcome.SUCCEEDED, 1, Integer::sum);
    }
    assertThat(job.upstream())
        .as("upstream of %s", job.planned().id())
        .isEqualTo(
            new Job.Upstream(
                seen.getOrDefault(UpstreamOutcome.OPEN, 0),
                seen.getOrDefault(UpstreamOutcome.SKIPPED, 0),
                seen.getOrDefault(UpstreamOutcome.CANCELLED, 0),
                seen.getOrDefault(UpstreamOutcome.FAILED, 0)));
  }

  private static void endedWithItsSteps(PlannedJob planned, Attempt.Ended ended) {
    for (Step step : ended.steps()) {
      assertThat(StepMachine.MACHINE.isTerminal(step.state())).isTrue();
      boolean mayFail = !step.type().isHook() && planned.body().mayFail(step.index());
      if (ended.state() == AttemptState.SUCCESS && !mayFail) {
        assertThat(step.state()).isIn(StepState.SUCCESS, StepState.SKIPPED);
      }
    }
    if (ended.state() == AttemptState.SKIPPED) {
      assertThat(ended.reason().message()).as("a skip names its cause").isNotEmpty();
    }
  }

  private RunInvariants() {}
}
