package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ReportGroup;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.MemberJoined;
import dev.pawl.core.event.DomainEvent.MemberLeft;
import dev.pawl.core.event.DomainEvent.MemberPlaced;
import dev.pawl.core.event.DomainEvent.MemberSuperseded;
import dev.pawl.core.event.DomainEvent.MemberYielded;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.NameLimit;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides about concurrency groups: joining, taking a place, returning it.
///
/// A run joins when it begins. A job joins when it could start on some agent, were it not for the
/// group: nobody is superseded by, or waits behind, a job that has to wait for something else.
///
/// A place is taken in the commit of LEASE and returned in the commit that ends its holder. A
/// holder that may have left processes keeps it until these must have been stopped. Newer and older
/// are compared by the runs' numbers, or by arrival where the runs are of two repositories.
final class ConcurrencyGroups {

  /// Adds the run to its group; false if it was superseded and is cancelled.
  static boolean joinRun(DecisionDraft draft) {
    Optional<GroupRule> rule = draft.run().plan().policy().group();
    if (rule.isEmpty()) {
      return true;
    }
    Optional<Reason> rejection = join(draft, rule.get(), rule.get().key(), GroupMember.WHOLE_RUN);
    rejection.ifPresent(reason -> RunCancellation.cancelGracefully(draft, reason));
    return rejection.isEmpty();
  }

  /// Adds a job to its group. The reason to cancel the job, if it was superseded or would cause a
  /// deadlock.
  static Optional<Reason> joinJob(DecisionDraft draft, int index) {
    GroupRule rule = draft.job(index).planned().policy().group().orElseThrow();
    return join(draft, rule, rule.key(), index);
  }

  private static Optional<Reason> join(DecisionDraft draft, GroupRule rule, String name, int job) {
    String key = groupKey(draft.run(), name);
    Group group = draft.group(key);
    Run run = draft.run();
    String repository = run.origin().source().repository();
    long number = run.origin().number();
    Optional<GroupMember> newer =
        group.members().stream()
            .filter(member -> member.isNewerThan(repository, number) && member.supersededBy() == 0)
            .filter(member ->
                rule.cancelInProgress()
                    || (rule.queue() == GroupRule.Queue.NEWEST && !member.hasPlace()))
            .findFirst();
    if (newer.isPresent()) {
      return Optional.of(superseded(newer.get().number()));
    }
    int attempt = job == GroupMember.WHOLE_RUN ? 0 : run.job(job).attempt().number();
    var member =
        new GroupMember(
            run.id(), repository, number, job, attempt, group.arrivals(), rule.max(), false, 0);
    draft.apply(key, new MemberJoined(member));
    supersedeOlder(draft, key, rule, member);
    draft.apply(
        new PlaceChanged(
            job, Optional.of(new GroupPlace(key, false)), joined(draft.group(key), member)));
    return DeadlockDetector.rejection(draft, key, member);
  }

  /// Supersedes older members: holders are cancelled gracefully and keep their places until they
  /// have ended; waiting ones lose their turn at once.
  private static void supersedeOlder(
      DecisionDraft draft, String key, GroupRule rule, GroupMember newcomer) {
    for (GroupMember member : draft.group(key).members()) {
      if (!member.givesWayTo(rule, newcomer.repository(), newcomer.number())) {
        continue;
      }
      if (!member.hasPlace()) {
        draft.apply(key, new MemberSuperseded(member.run(), member.job(), newcomer.number()));
      }
      draft.addEffect(
          new Effect.AskRun(member.run(), cancel(member, superseded(newcomer.number()))));
    }
  }

  static EngineCommand.FollowUp cancel(GroupMember member, Reason reason) {
    return member.job() == GroupMember.WHOLE_RUN
        ? new EngineCommand.CancelRun(Actor.POLICY, false, reason.code(), reason.message())
        : new EngineCommand.CancelAttempt(
            new AttemptRef(member.job(), member.attempt()),
            Actor.POLICY,
            false,
            reason.code(),
            reason.message());
  }

  private static Reason superseded(long by) {
    return Reason.of(ReasonCode.SUPERSEDED, "Superseded by run #" + by);
  }

  /// The group's key, which contains the repository unless the group is the organisation's.
  static String groupKey(Run run, String name) {
    return Group.keyOf(run.origin().repository(), name);
  }

  /// The reason for a job to be in the queue: the members ahead of it in its group, if any.
  static Reason queueReason(DecisionDraft draft, int index) {
    return draft
        .job(index)
        .place()
        .filter(place -> !place.isHeld())
        .map(place -> draft.group(place.group()))
        .flatMap(group ->
            group
                .member(draft.run().id(), index)
                .filter(member -> !group.admits(member))
                .map(member -> waitsFor(group, member)))
        .orElse(Reason.PROGRESS);
  }

  private static Reason joined(Group group, GroupMember member) {
    return group.admits(member)
        ? progress("place %d of %%s is free".formatted(group.holders().size() + 1), group.key())
        : waitsFor(group, member);
  }

  /// @param words what happens to its place, with the group's name as `%s`
  private static Reason progress(String words, String group) {
    return Reason.of(ReasonCode.PROGRESS, words.formatted(Group.nameOf(group)));
  }

  static Reason waitsFor(Group group, GroupMember member) {
    return Reason.of(
        ReasonCode.CONCURRENCY,
        "Waiting for %s (%d ahead)".formatted(Group.nameOf(group.key()), group.ahead(member)));
  }

  /// Whether the run or job may take its place now; true if it needs none.
  static boolean isAdmitted(DecisionDraft draft, int job) {
    Optional<GroupPlace> place =
        job == GroupMember.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    if (place.isEmpty() || place.get().isHeld()) {
      return true;
    }
    Group group = draft.group(place.get().group());
    return group.member(draft.run().id(), job).filter(group::admits).isPresent();
  }

  /// Takes the place that [#isAdmitted] allowed.
  static void takePlace(DecisionDraft draft, int job) {
    Optional<GroupPlace> place =
        job == GroupMember.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    if (place.isPresent() && !place.get().isHeld()) {
      String key = place.get().group();
      draft.apply(key, new MemberPlaced(draft.run().id(), job));
      Group group = draft.group(key);
      Reason reason = progress("place %d of %%s is taken".formatted(group.holders().size()), key);
      draft.apply(new PlaceChanged(job, Optional.of(new GroupPlace(key, true)), reason));
    }
  }

  /// Returns a job's place; the job waits again at its old position until it is leased again.
  static void returnPlace(DecisionDraft draft, int job) {
    draft
        .job(job)
        .place()
        .filter(GroupPlace::isHeld)
        .ifPresent(place -> {
          draft.apply(place.group(), new MemberYielded(draft.run().id(), job));
          Reason reason =
              progress("its place of %s is returned; it waits for it again", place.group());
          draft.apply(
              new PlaceChanged(job, Optional.of(new GroupPlace(place.group(), false)), reason));
        });
  }

  /// Removes a run or job that has ended from its group. While processes of it may run it keeps the
  /// place that it holds, and leaves by a deadline.
  static void leave(DecisionDraft draft, int job) {
    Optional<GroupPlace> place =
        job == GroupMember.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    if (place.isEmpty()) {
      return;
    }
    GroupPlace held = place.get();
    Optional<Instant> left = held.isHeld() ? processesLeftUntil(draft, job) : Optional.empty();
    if (left.isEmpty()) {
      draft.apply(held.group(), new MemberLeft(draft.run().id(), job));
      String words = held.isHeld() ? "its place of %s is returned" : "it waits for %s no more";
      draft.apply(new PlaceChanged(job, Optional.empty(), progress(words, held.group())));
    } else if (!left.equals(held.keptUntil())) {
      Reason reason =
          progress("its place of %s is kept until its processes have been stopped", held.group());
      draft.apply(new PlaceChanged(job, Optional.of(held.keptUntil(left.get())), reason));
    }
  }

  /// Removes a run that has ended, and all its jobs, as [#leave] does.
  static void leaveAll(DecisionDraft draft) {
    leave(draft, GroupMember.WHOLE_RUN);
    for (Job job : draft.run().jobs()) {
      leave(draft, job.index());
    }
  }

  /// Removes a run that nothing is known about any more, and all its jobs.
  static Decision remove(Group group, RunId run, Actor by, Instant now) {
    Group after = group;
    List<Transition> lines = new ArrayList<>();
    for (GroupMember member : group.members()) {
      if (member.run().equals(run)) {
        var event = new MemberLeft(run, member.job());
        var before = after;
        after = (Group) EventApplier.apply(before, event, now);
        lines.add(TransitionFactory.line(before, after, event, by));
      }
    }
    if (lines.isEmpty()) {
      return new Decision.Late("the run is not in the group");
    }
    var revision = new Revision(EventApplier.committed(after), lines);
    return new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of());
  }

  /// The time until which processes of the job, or of any job of the run, may run. A run that was
  /// restored may have left some until its end.
  private static Optional<Instant> processesLeftUntil(DecisionDraft draft, int job) {
    Optional<Instant> last = Optional.empty();
    if (draft.isRestored()) {
      last = Optional.of(draft.deadlines().stopDeadline(draft.run().since()));
    } else if (job != GroupMember.WHOLE_RUN) {
      last = draft.job(job).processesLeftUntil();
    } else {
      for (Job one : draft.run().jobs()) {
        Optional<Instant> left = one.processesLeftUntil();
        if (left.isPresent() && last.filter(left.get()::isBefore).isEmpty()) {
          last = left;
        }
      }
    }
    return last.filter(draft.now()::isBefore);
  }

  /// Handles the group that the agent computed: the attempt continues, waits without its agent, or
  /// is cancelled.
  static Decision reportGroup(DecisionDraft draft, ReportGroup report, Attempt.WithAgent held) {
    int job = report.lease().attempt().job();
    if (held.state() != AttemptState.STARTING) {
      return Engine.wrongState("report the group of", held);
    }
    if (draft.job(job).place().isPresent()) {
      return new Decision.Late("the group is known already");
    }
    Optional<GroupRule> rule =
        draft.job(job).planned().policy().group().filter(GroupRule::isCommand);
    if (rule.isEmpty()) {
      return Engine.refuse(WRONG_STATE, "the job has no group command");
    }
    Optional<String> problem = NameLimit.problem(report.group());
    if (problem.isPresent()) {
      var reason =
          Reason.of(ReasonCode.USER, "the name that group-command printed " + problem.get());
      LeaseDecisions.close(draft, report.lease(), LeaseEvent.REVOKE, reason);
      AttemptCompletion.end(draft, report.lease().attempt(), AttemptEvent.FAIL, reason);
      return draft.accepted();
    }
    Optional<Reason> rejection = join(draft, rule.get(), report.group(), job);
    if (rejection.isPresent()) {
      LeaseDecisions.close(draft, report.lease(), LeaseEvent.REVOKE, rejection.get());
      AttemptCompletion.end(draft, report.lease().attempt(), AttemptEvent.CANCEL, rejection.get());
    } else if (isAdmitted(draft, job)) {
      takePlace(draft, job);
    } else {
      Reason waits = queueReason(draft, job);
      LeaseDecisions.close(draft, report.lease(), LeaseEvent.REVOKE, waits);
      draft.apply(new AttemptMoved(report.lease().attempt(), AttemptEvent.REQUEUE, waits));
    }
    return draft.accepted();
  }

  private ConcurrencyGroups() {}
}
