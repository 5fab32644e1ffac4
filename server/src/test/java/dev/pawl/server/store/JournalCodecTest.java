package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.breaker.Probe;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Member;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.RunId;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.Plans;
import dev.pawl.server.RichPlan;
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
class JournalCodecTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final AttemptRef REF = new AttemptRef(3, 2);
  private static final LeaseRef LEASE = new LeaseRef(REF, 4);
  private static final RunId RUN = new RunId("r7");
  private static final Reason WHY = Reason.of(ReasonCode.INFRA, "the \"disk\" is — full\n");
  private static final SequencedMap<String, String> OUTPUTS =
      Ordered.copyOf(Map.of("version", "1.0"));

  static Stream<Event> events() {
    return Stream.of(
        new Event.Rebuilt(WHY),
        new Event.Intervened(WHY),
        new Event.RunMoved(RunEvent.START, WHY),
        new Event.RunCancelled(RunEvent.CANCEL_GRACEFUL, true, WHY),
        new Event.RunPlanned(RichPlan.plan(true), RunEvent.WAIT, Optional.of(AT), WHY),
        new Event.RunPlanned(Plans.buildThenTest(), RunEvent.PLANNED, Optional.empty(), WHY),
        new Event.PlanningTried(WHY),
        new Event.RunApproved("bob"),
        new Event.JobRendered(2, RichPlan.plan(false).jobs()),
        new Event.HooksAdded(Plans.job("(hooks)", List.of()), WHY),
        new Event.PlaceChanged(Member.WHOLE_RUN, Optional.of(new Place("acme/g", true))),
        new Event.PlaceChanged(3, Optional.empty()),
        new Event.AttemptMoved(REF, AttemptEvent.REQUEUE, WHY),
        new Event.AttemptPaused(REF, AttemptEvent.WAIT, Optional.of(AT), WHY),
        new Event.AttemptPaused(REF, AttemptEvent.HOLD, Optional.empty(), WHY),
        new Event.AttemptLeased(LEASE, "a1", Reason.PROGRESS),
        new Event.AttemptCompleted(
            REF,
            AttemptEvent.SUCCEED,
            OUTPUTS,
            Optional.of(new Evidence("a rule", "a line")),
            Reason.OK),
        new Event.ResultKept(REF, AttemptState.SUCCESS, ReasonCode.OK, OUTPUTS, WHY),
        new Event.AttemptMade(REF, WHY),
        new Event.JobApproved(REF, "bob"),
        new Event.UploadBounded(REF, AT),
        new Event.ProcessesLeft(REF, AT, true),
        new Event.LeaseMoved(LEASE, LeaseEvent.EXPIRE, WHY),
        new Event.LeaseRenewed(LEASE),
        new Event.StepMoved(
            REF,
            1,
            StepType.ON_CANCEL,
            "",
            StepEvent.FAIL,
            new StepEnd(143, StepEnd.Ender.TERMINATED, "stopped"),
            WHY),
        new Event.StepMoved(
            REF, 0, StepType.STEP, "Build on linux", StepEvent.START, StepEnd.NEVER_RAN, WHY),
        new Event.MemberJoined(new Member(RUN, 12, 3, 2, 99, 4, false, 0)),
        new Event.MemberPlaced(RUN, 3),
        new Event.MemberYielded(RUN, Member.WHOLE_RUN),
        new Event.MemberSuperseded(RUN, 3, 13),
        new Event.MemberLeft(RUN, 3),
        new Event.BreakerMoved(BreakerEvent.TRIP, WHY),
        new Event.BreakerCounted(4, 1),
        new Event.ProbeChanged(Optional.of(new Probe(RUN, LEASE, 5))),
        new Event.ProbeChanged(Optional.empty()),
        new Event.AgentRegistered("builder", List.of("linux", "x64"), 8),
        new Event.AgentStanding(Agent.Standing.REVOKED, WHY),
        new Event.AgentTook(new Agent.Holding(RUN, LEASE)),
        new Event.AgentFreed(new Agent.Holding(RUN, LEASE)),
        new Event.AgentRested(AT));
  }

  @Test
  void thereIsAnExampleOfEveryEvent() {
    assertThat(events().map(event -> event.getClass().getSimpleName()).collect(Collectors.toSet()))
        .isEqualTo(Permitted.recordsOf(Event.class));
  }

  @ParameterizedTest
  @MethodSource("events")
  void anEventComesBackAsItWentIn(Event event) {
    var line = new Transition("any", "e", "f", row(event), "t", Actor.person("a:b"), event);
    assertThat(JournalCodec.decode(kind(event), JournalCodec.encode(List.of(line, line))))
        .containsExactly(event, event);
  }

  private static Kind kind(Event event) {
    return switch (event) {
      case Event.OfRun _ -> Kind.RUN;
      case Event.OfGroup _ -> Kind.GROUP;
      case Event.OfBreaker _ -> Kind.BREAKER;
      case Event.OfAgent _ -> Kind.AGENT;
    };
  }

  /// The row that the line of such an event names.
  private static String row(Event event) {
    return switch (event) {
      case Event.RunMoved(var row, _) -> row.name();
      case Event.RunCancelled(var row, _, _) -> row.name();
      case Event.RunPlanned(_, var row, _, _) -> row.name();
      case Event.AttemptMoved(_, var row, _) -> row.name();
      case Event.AttemptPaused(_, var row, _, _) -> row.name();
      case Event.AttemptCompleted(_, var row, _, _, _) -> row.name();
      case Event.LeaseMoved(_, var row, _) -> row.name();
      case Event.StepMoved moved -> moved.event().name();
      case Event.BreakerMoved(var row, _) -> row.name();
      case Event _ -> "FACT";
    };
  }
}
