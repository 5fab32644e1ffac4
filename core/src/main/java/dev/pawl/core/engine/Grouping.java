package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.ReportGroup;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.MemberJoined;
import dev.pawl.core.engine.Event.MemberLeft;
import dev.pawl.core.engine.Event.MemberPlaced;
import dev.pawl.core.engine.Event.MemberSuperseded;
import dev.pawl.core.engine.Event.MemberYielded;
import dev.pawl.core.engine.Event.PlaceChanged;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import java.util.Optional;

/// Concurrency groups: joining, taking a place, giving it back.
///
/// A place is taken in the commit of LEASE and given back in the commit that ends whoever holds it,
/// so that nobody holds one without being there. Newer and older go by the runs' numbers.
final class Grouping {

  /// Between a repository, which has none in its name, and the group's name. The run joins its
  /// group. Says whether it is still wanted.
  static boolean joinRun(Draft draft) {
    Optional<GroupRule> rule = draft.run().plan().policy().group();
    if (rule.isEmpty()) {
      return true;
    }
    Optional<Reason> unwanted = join(draft, rule.get(), rule.get().key(), Member.WHOLE_RUN);
    unwanted.ifPresent(reason -> Cancelling.supersede(draft, reason));
    return unwanted.isEmpty();
  }

  /// A job joins its group, if it has one whose key is known. Why it is not wanted there, if so.
  static Optional<Reason> joinJob(Draft draft, int index) {
    return draft
        .job(index)
        .planned()
        .policy()
        .group()
        .filter(rule -> !rule.isCommand() && draft.job(index).place().isEmpty())
        .flatMap(rule -> join(draft, rule, rule.key(), index));
  }

  private static Optional<Reason> join(Draft draft, GroupRule rule, String name, int job) {
    String key = scoped(draft.run(), name);
    Group group = draft.group(key);
    Run run = draft.run();
    long number = run.origin().number();
    Optional<Member> newer =
        group.members().stream()
            .filter(member -> member.number() > number && member.supersededBy() == 0)
            .filter(member ->
                rule.cancelInProgress()
                    || (rule.queue() == GroupRule.Queue.NEWEST && !member.isPlaced()))
            .findFirst();
    if (newer.isPresent()) {
      return Optional.of(superseded(newer.get().number()));
    }
    int attempt = job == Member.WHOLE_RUN ? 0 : run.job(job).attempt().number();
    var member = new Member(run.id(), number, job, attempt, group.arrivals(), rule.max(), false, 0);
    draft.take(key, new MemberJoined(member));
    draft.take(new PlaceChanged(job, Optional.of(new Place(key, false))));
    supersedeOlder(draft, key, rule, member);
    return Circles.closedBy(draft, key, member);
  }

  /// Those that make way for a newcomer: holders are cancelled gracefully, and hold their places
  /// until they are over; who waits has lost its turn at once.
  private static void supersedeOlder(Draft draft, String key, GroupRule rule, Member newcomer) {
    for (Member member : draft.group(key).members()) {
      boolean isOlder = member.number() < newcomer.number();
      boolean mustGo =
          member.isPlaced()
              ? rule.cancelInProgress()
              : rule.queue() == GroupRule.Queue.NEWEST && member.supersededBy() == 0;
      if (!isOlder || !mustGo) {
        continue;
      }
      if (!member.isPlaced()) {
        draft.take(key, new MemberSuperseded(member.run(), member.job(), newcomer.number()));
      }
      draft.tell(new Effect.AskRun(member.run(), cancel(member, superseded(newcomer.number()))));
    }
  }

  static Command.Stored cancel(Member member, Reason reason) {
    return member.job() == Member.WHOLE_RUN
        ? new Command.CancelRun(Actor.POLICY, false, reason.code(), reason.message())
        : new Command.CancelAttempt(
            new AttemptRef(member.job(), member.attempt()),
            Actor.POLICY,
            false,
            reason.code(),
            reason.message());
  }

  private static Reason superseded(long by) {
    return Reason.of(ReasonCode.SUPERSEDED, "Superseded by run #" + by);
  }

  /// A group belongs to its repository, unless it is the organisation's.
  static String scoped(Run run, String name) {
    return Group.keyOf(run.origin().source().repository(), name);
  }

  /// What a job that comes into the queue is told about its group.
  static Reason standing(Draft draft, int index) {
    return draft
        .job(index)
        .place()
        .filter(place -> !place.isTaken())
        .map(place -> draft.group(place.group()))
        .flatMap(group ->
            group
                .member(draft.run().id(), index)
                .filter(member -> !group.admits(member))
                .map(member -> waitsFor(group, member)))
        .orElse(Reason.PROGRESS);
  }

  static Reason waitsFor(Group group, Member member) {
    return Reason.of(
        ReasonCode.CONCURRENCY,
        "Waiting for %s (%d ahead)".formatted(Group.nameOf(group.key()), group.ahead(member)));
  }

  /// Whether the run, or a job, may have its place now; so may whoever needs none.
  static boolean isAdmitted(Draft draft, int job) {
    Optional<Place> place = job == Member.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    if (place.isEmpty() || place.get().isTaken()) {
      return true;
    }
    Group group = draft.group(place.get().group());
    return group.member(draft.run().id(), job).filter(group::admits).isPresent();
  }

  /// Takes the place that [#isAdmitted] has promised.
  static void take(Draft draft, int job) {
    Optional<Place> place = job == Member.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    if (place.isPresent() && !place.get().isTaken()) {
      String key = place.get().group();
      draft.take(key, new MemberPlaced(draft.run().id(), job));
      draft.take(new PlaceChanged(job, Optional.of(new Place(key, true))));
    }
  }

  /// Gives a job's place back, to wait for it where it did before: it is to be leased again.
  static void giveBack(Draft draft, int job) {
    draft
        .job(job)
        .place()
        .filter(Place::isTaken)
        .ifPresent(place -> {
          draft.take(place.group(), new MemberYielded(draft.run().id(), job));
          draft.take(new PlaceChanged(job, Optional.of(new Place(place.group(), false))));
        });
  }

  /// Whoever is over is in no group.
  static void leave(Draft draft, int job) {
    Optional<Place> place = job == Member.WHOLE_RUN ? draft.run().place() : draft.job(job).place();
    place.ifPresent(held -> {
      draft.take(held.group(), new MemberLeft(draft.run().id(), job));
      draft.take(new PlaceChanged(job, Optional.empty()));
    });
  }

  /// The agent has found out the key. It goes on, waits without its agent, or is not wanted.
  static Decision reported(Draft draft, ReportGroup report, Attempt.WithAgent held) {
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
      return Engine.refuse(WRONG_STATE, "the job asks for no group that its agent finds out");
    }
    Optional<Reason> unwanted = join(draft, rule.get(), report.group(), job);
    if (unwanted.isPresent()) {
      Leasing.close(draft, report.lease(), LeaseEvent.REVOKE, unwanted.get());
      Settling.end(draft, report.lease().attempt(), AttemptEvent.CANCEL, unwanted.get());
    } else if (isAdmitted(draft, job)) {
      take(draft, job);
    } else {
      Reason waits = standing(draft, job);
      Leasing.close(draft, report.lease(), LeaseEvent.REVOKE, waits);
      draft.take(new AttemptMoved(report.lease().attempt(), AttemptEvent.REQUEUE, waits));
    }
    return draft.accepted();
  }

  private Grouping() {}
}
