package dev.pawl.simulation.invariants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks the holders of concurrency groups and the order of those that wait; that groups are those
/// of the run's repository; and that a job joins its group only if nothing else keeps it from
/// starting: its run is let in, an agent has its labels, and its matrix has room for it.
final class GroupInvariants implements InvariantCheck {

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final DecisionCommands commands;

  GroupInvariants(
      ViolationRecorder violations, ReferenceState reference, DecisionCommands commands) {
    this.violations = violations;
    this.reference = reference;
    this.commands = commands;
  }

  @Override
  public void line(ObservedTransition line) {
    if (!(line.cause() instanceof DomainEvent.PlaceChanged(var index, var place, _))
        || place.isEmpty()) {
      return;
    }
    isOwn(line, place.get().group());
    if (index == GroupMember.WHOLE_RUN || line.before().job(index).place().isPresent()) {
      return;
    }
    if (!isLetIn(line.before())) {
      broken(line, "its run has to wait");
    }
    @Nullable EngineCommand command = commands.of(line.change().decision());
    switch (command) {
      case EngineCommand.JoinGroup(_, var agent) -> fits(line, index, agent);
      case EngineCommand.GrantLease(_, var agent) -> fits(line, index, agent);
      case EngineCommand.ReportGroup _ -> {}
      case null, default -> broken(line, "it was not asked to, by " + command);
    }
  }

  private void isOwn(ObservedTransition line, String key) {
    boolean isShared = Group.nameOf(key).startsWith("org:");
    RepositoryKey own = line.before().origin().repository();
    if (!key.startsWith(own.org() + (isShared ? ":#" : ":" + own.repository() + "#"))) {
      violations.violated(Invariant.OWN_GROUPS, "%s: '%s' is not of %s".formatted(line, key, own));
    }
  }

  private boolean isLetIn(Run run) {
    if (run.place().isEmpty() || run.place().get().isHeld()) {
      return true;
    }
    GroupPlace place = run.place().get();
    Group group = reference.group(place.group());
    return group.member(run.id(), GroupMember.WHOLE_RUN).filter(group::admits).isPresent();
  }

  private void fits(ObservedTransition line, int index, String agentId) {
    Agent agent = reference.agent(agentId);
    Job job = line.before().job(index);
    if (!agent.isAvailable() || !agent.meets(line.before().demand(job))) {
      broken(line, agent + " does not fit");
    }
    job.planned()
        .policy()
        .matrix()
        .ifPresent(matrix -> {
          if (cellsAhead(line.before(), job) >= matrix.maxParallel()) {
            broken(line, "other cells of its matrix start first");
          }
        });
  }

  private long cellsAhead(Run run, Job job) {
    GroupRule rule = job.planned().policy().group().orElseThrow();
    String key = Group.keyOf(run.origin().repository(), rule.key());
    boolean supersedes =
        reference.group(key).members().stream()
            .filter(member ->
                !member.repository().equals(run.origin().source().repository())
                    || member.number() < run.origin().number())
            .anyMatch(member ->
                member.hasPlace()
                    ? rule.cancelInProgress()
                    : rule.queue() == GroupRule.Queue.NEWEST && member.supersededBy() == 0);
    return run.graph().matrixCells(job).stream()
        .map(run::job)
        .filter(cell ->
            switch (cell.attempt().state()) {
              case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> true;
              case QUEUED -> isNext(run, cell) || (supersedes && cell.place().isPresent());
              case PENDING, HELD, WAITING -> false;
              case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> false;
            })
        .count();
  }

  private boolean isNext(Run run, Job cell) {
    return cell.place()
        .map(place -> reference.group(place.group()))
        .filter(group -> group.member(run.id(), cell.index()).filter(group::admits).isPresent())
        .isPresent();
  }

  private void broken(ObservedTransition line, String why) {
    violations.violated(Invariant.IN_ORDER, "%s joins its group, but %s".formatted(line, why));
  }

  static void line(ViolationRecorder violations, Group before, Group after, Transition line) {
    if (!(line.cause() instanceof DomainEvent.MemberPlaced(var run, var job))) {
      return;
    }
    GroupMember placed = before.member(run, job).orElseThrow();
    int holders = 0;
    int passedBy = 0;
    for (GroupMember member : after.members()) {
      holders += member.hasPlace() ? 1 : 0;
      boolean isPassedBy =
          !member.hasPlace() && member.supersededBy() == 0 && member.arrival() < placed.arrival();
      passedBy += isPassedBy ? 1 : 0;
    }
    // Who has no agent yet may be passed by, as long as there is a place left for it.
    if (passedBy > 0 && holders + passedBy > placed.max()) {
      violations.violated(
          Invariant.IN_ORDER, "%s: %s was let in before others".formatted(after.key(), placed));
    }
    if (holders > placed.max()) {
      violations.violated(
          Invariant.WITHIN_MAX, "%s: %d holders after %s".formatted(after.key(), holders, placed));
    }
  }

  /// Checks that every member's run knows of the group and is not over, unless it keeps its place.
  /// Only for runs that were written before: runs of the same decision come first in it.
  static void change(ViolationRecorder violations, ReferenceState reference, Group group) {
    for (GroupMember member : group.members()) {
      Run run = reference.run(member.run());
      if (run == null) {
        violations.violated(
            Invariant.NOTHING_LEFT, "%s: the run of %s is unknown".formatted(group.key(), member));
        continue;
      }
      Optional<GroupPlace> place =
          member.job() == GroupMember.WHOLE_RUN ? run.place() : run.job(member.job()).place();
      if (run.isOver() && place.flatMap(GroupPlace::keptUntil).isEmpty()) {
        violations.violated(
            Invariant.NOTHING_LEFT, "%s: %s is there, and over".formatted(group.key(), member));
        continue;
      }
      boolean agrees =
          place
              .filter(one -> one.group().equals(group.key()) && one.isHeld() == member.hasPlace())
              .isPresent();
      if (!agrees) {
        violations.violated(
            Invariant.NOTHING_LEFT,
            "%s: %s, but the run has %s".formatted(group.key(), member, place));
      }
    }
  }
}
