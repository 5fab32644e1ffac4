package dev.pawl.server.doctor;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.Member;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Journals that hold together and tell what no engine would have decided: a bug of ours, as it
/// would look in a store.
final class Forgery {

  /// The run has a plan, and nobody has looked at any of its jobs.
  static void planned(DrivenRun run, Plan plan) {
    var event = new Event.RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), Reason.PROGRESS);
    commit(run, "planning", RunEvent.PLANNED, "queued", event);
  }

  /// The run took a row of its table, whatever its jobs are at.
  static void moved(DrivenRun run, String from, RunEvent row, String to) {
    commit(run, from, row, to, new Event.RunMoved(row, Reason.OK));
  }

  /// The first job is queued, whatever it was to wait for.
  static void queued(DrivenRun run) {
    var ref = run.run().job(0).ref();
    var event = new Event.AttemptMoved(ref, AttemptEvent.ENQUEUE, Reason.PROGRESS);
    Run after = Apply.apply(run.run(), event, run.now());
    var line =
        new Transition(
            "attempt", "first/1", "pending", "ENQUEUE", "queued", Actor.ORCHESTRATOR, event);
    run.committed(change(after, List.of(line), run.now()));
  }

  /// The first job is tried again by its policy, whatever that says.
  static void retried(DrivenRun run) {
    AttemptRef before = run.run().job(0).ref();
    var next = new AttemptRef(before.job(), before.attempt() + 1);
    var event = new Event.AttemptMade(next, Reason.of(ReasonCode.BACKOFF, "once more"));
    Run after = Apply.apply(run.run(), event, run.now());
    String entity = "%s/%d".formatted(run.run().job(0).planned().id(), next.attempt());
    var line =
        new Transition(Transition.FACT, entity, "", "ATTEMPT_MADE", "", Actor.ORCHESTRATOR, event);
    Change forged = change(after, List.of(line), run.now());
    run.committed(new Change(forged.decision(), forged.at(), DamagedStore.ENGINE.nextDue(after)));
  }

  private static void commit(
      DrivenRun run, String from, RunEvent row, String to, Event.OfRun event) {
    Run after = Apply.apply(run.run(), event, run.now());
    var line =
        new Transition("run", run.id().value(), from, row.name(), to, Actor.ORCHESTRATOR, event);
    run.committed(change(after, List.of(line), run.now()));
  }

  /// These runs are in the group, each with a place.
  static void placed(Store store, String key, RunId... runs) {
    Group group = Group.named(key);
    List<Transition> lines = new ArrayList<>();
    for (RunId run : runs) {
      var member = new Member(run, 1, Member.WHOLE_RUN, 0, group.arrivals(), 1, false, 0);
      for (var event :
          List.of(new Event.MemberJoined(member), new Event.MemberPlaced(run, Member.WHOLE_RUN))) {
        group = (Group) Apply.apply(group, event, Commits.BEGINNING);
        lines.add(
            new Transition(
                Transition.FACT, run.value(), "", "FORGED", "", Actor.ORCHESTRATOR, event));
      }
    }
    Commits.commit(store, change(group, lines, Commits.BEGINNING));
  }

  private static Change change(Aggregate after, List<Transition> lines, Instant at) {
    var revision = new Revision(after.committed(), lines);
    return new Change(
        new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of()),
        at,
        Optional.empty());
  }

  private Forgery() {}
}
