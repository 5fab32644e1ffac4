package dev.pawl.server.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.event.StrayLease;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.RichPlan;
import dev.pawl.server.SamplePlans;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every event comes back from the journal as it went in.
class StoredEventsTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final AttemptRef REF = new AttemptRef(3, 2);
  private static final LeaseRef LEASE = new LeaseRef(REF, 4);
  private static final RunId RUN = new RunId("r7");
  private static final Reason WHY = Reason.of(ReasonCode.INFRA, "the \"disk\" is — full\n");
  private static final SequencedMap<String, String> OUTPUTS =
      OrderedMaps.copyOf(Map.of("version", "1.0"));

  static Stream<DomainEvent> events() {
    return Stream.of(
        new DomainEvent.Rebuilt(WHY),
        new DomainEvent.Intervened(WHY),
        new DomainEvent.RunRestored(
            "00ff",
            17,
            RunState.RUNNING,
            AT,
            Optional.of(new GroupPlace("acme/g", true)),
            List.of(
                new RestoredJob(
                    "build",
                    "Build",
                    List.of("linux"),
                    2,
                    AttemptState.RUNNING,
                    AT,
                    WHY,
                    4,
                    Optional.of(new RestoredJob.LiveLease(4, LeaseState.ACTIVE, "a1", AT)),
                    Optional.of(AT),
                    List.of(
                        new RestoredJob.RestoredStep(StepType.STEP, "make", StepState.RUNNING, 1)),
                    Optional.empty())),
            List.of(new StrayLease(new LeaseRef(new AttemptRef(1, 1), 2), "a2")),
            WHY),
        new DomainEvent.RunMoved(RunEvent.START, WHY),
        new DomainEvent.RunCancelled(RunEvent.CANCEL_GRACEFUL, true, WHY),
        new DomainEvent.RunPlanned(RichPlan.plan(true), RunEvent.WAIT, Optional.of(AT), WHY),
        new DomainEvent.RunPlanned(
            SamplePlans.buildThenTest(), RunEvent.PLANNED, Optional.empty(), WHY),
        new DomainEvent.PlanningRetried(WHY),
        new DomainEvent.CommitRecorded("c0ffee", WHY),
        new DomainEvent.RunApproved("ops", false, Reason.PROGRESS),
        new DomainEvent.JobRendered(2, RichPlan.plan(false).jobs()),
        new DomainEvent.HooksAdded(SamplePlans.job("(hooks)", List.of()), WHY),
        new DomainEvent.PlaceChanged(
            GroupMember.WHOLE_RUN, Optional.of(new GroupPlace("acme/g", true)), WHY),
        new DomainEvent.PlaceChanged(
            3, Optional.of(new GroupPlace("acme/g", true).keptUntil(AT)), WHY),
        new DomainEvent.PlaceChanged(3, Optional.empty(), Reason.PROGRESS),
        new DomainEvent.AttemptMoved(REF, AttemptEvent.REQUEUE, WHY),
        new DomainEvent.AttemptPaused(REF, AttemptEvent.WAIT, Optional.of(AT), WHY),
        new DomainEvent.AttemptPaused(REF, AttemptEvent.HOLD, Optional.empty(), WHY),
        new DomainEvent.AttemptLeased(LEASE, "a1", Reason.PROGRESS),
        new DomainEvent.AttemptCompleted(
            REF,
            AttemptEvent.SUCCEED,
            OUTPUTS,
            Optional.of(new Evidence("a rule", "a line")),
            Reason.OK),
        new DomainEvent.ResultReused(REF, AttemptState.SUCCESS, ReasonCode.OK, OUTPUTS, WHY),
        new DomainEvent.AttemptCreated(REF, WHY),
        new DomainEvent.JobApproved(REF, "ops", false, Reason.PROGRESS),
        new DomainEvent.JobApproved(REF, "ada", true, WHY),
        new DomainEvent.UploadBounded(REF, AT),
        new DomainEvent.ProcessesLeft(REF, AT, true),
        new DomainEvent.LeaseMoved(LEASE, LeaseEvent.EXPIRE, WHY),
        new DomainEvent.LeaseRenewed(LEASE),
        new DomainEvent.StepMoved(
            REF,
            1,
            StepType.ON_CANCEL,
            "",
            StepEvent.FAIL,
            new StepEnd(143, StepEnd.Ender.TERMINATED, "stopped"),
            WHY),
        new DomainEvent.StepMoved(
            REF, 0, StepType.STEP, "Build on linux", StepEvent.START, StepEnd.NEVER_RAN, WHY),
        new DomainEvent.MemberJoined(new GroupMember(RUN, "acme/shop", 12, 3, 2, 99, 4, false, 0)),
        new DomainEvent.MemberPlaced(RUN, 3),
        new DomainEvent.MemberYielded(RUN, GroupMember.WHOLE_RUN),
        new DomainEvent.MemberSuperseded(RUN, 3, 13),
        new DomainEvent.MemberLeft(RUN, 3),
        new DomainEvent.BreakerMoved(BreakerEvent.TRIP, WHY),
        new DomainEvent.BreakerCounted(4, 1),
        new DomainEvent.ToolConfigured(Optional.of(ToolProfile.DEFAULT), WHY),
        new DomainEvent.ToolConfigured(Optional.empty(), WHY),
        new DomainEvent.ProbeChanged(Optional.of(new BreakerProbe(RUN, LEASE, 5))),
        new DomainEvent.ProbeChanged(Optional.empty()),
        new DomainEvent.AgentRegistered("acme", "builder", List.of("linux", "x64"), 8),
        new DomainEvent.AgentAvailabilityChanged(Agent.Availability.REVOKED, WHY),
        new DomainEvent.AgentLeaseTaken(new Agent.HeldLease(RUN, LEASE)),
        new DomainEvent.AgentLeaseReleased(new Agent.HeldLease(RUN, LEASE)),
        new DomainEvent.AgentBackoffSet(AT));
  }

  @Test
  void thereIsAnExampleOfEveryEvent() {
    assertThat(events().map(event -> event.getClass().getSimpleName()).collect(Collectors.toSet()))
        .isEqualTo(SealedFamilies.recordsOf(DomainEvent.class));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventComesBackAsItWentIn(DomainEvent event) {
    var line = new Transition("any", "e", "f", "ROW", "t", Actor.person("a:b"), event);
    String text = StoreCodec.encode(List.of(line, line));
    assertThat(StoreCodec.transitions(text)).containsExactly(line, line);
    assertThat(StoreCodec.events(text)).containsExactly(event, event);
  }
}
