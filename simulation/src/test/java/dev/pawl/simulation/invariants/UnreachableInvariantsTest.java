package dev.pawl.simulation.invariants;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.store.Change;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.Violation;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Shows that invariants can fail which no mutant reaches: another invariant stops it before.
class UnreachableInvariantsTest extends EngineStory {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ViolationRecorder violations = new ViolationRecorder();

  private Optional<Invariant> violated() {
    return Optional.ofNullable(violations.first()).map(Violation::invariant);
  }

  @Test
  void aSecondOutcomeIsFound() {
    given(workflow(job("build")));
    agent("a1").runs("build");
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.TEST);
    var leases =
        new LeaseInvariants(
            violations, new ReferenceState(new LeaseIds(new byte[1])), Deadlines.DEFAULT);
    var end =
        new DomainEvent.AttemptMoved(new AttemptRef(0, 1), AttemptEvent.FAIL, Reason.PROGRESS);
    var decision = new Decision.Accepted(List.of(), List.of(), List.of(), List.of());
    var line =
        new ObservedTransition(
            run(),
            run(),
            new Transition(
                "attempt", "build/1", "running", "FAIL", "failed", Actor.agent("a1"), end),
            new Change(decision, NOW, Optional.empty(), List.of(), ""));
    leases.line(line);
    assertThat(violated()).isEmpty();
    leases.line(line);
    assertThat(violated()).contains(Invariant.ONE_OUTCOME);
  }

  @Test
  void aMemberThatOvertakesAnotherIsFound() {
    Group group = joined(joined(Group.named("deploy"), "r1"), "r2");
    assertThat(placed(group, "r1")).isEmpty();
    assertThat(placed(group, "r2")).contains(Invariant.IN_ORDER);
  }

  private static Group joined(Group group, String run) {
    var member =
        new GroupMember(
            new RunId(run), "", 1, GroupMember.WHOLE_RUN, 0, group.arrivals() + 1, 1, false, 0);
    return (Group) EventApplier.apply(group, new DomainEvent.MemberJoined(member), NOW);
  }

  private Optional<Invariant> placed(Group group, String run) {
    var event = new DomainEvent.MemberPlaced(new RunId(run), GroupMember.WHOLE_RUN);
    var after = (Group) EventApplier.apply(group, event, NOW);
    GroupInvariants.line(
        violations,
        group,
        after,
        new Transition("fact", "deploy", "", "PLACED", "", Actor.ORCHESTRATOR, event));
    return violated();
  }
}
