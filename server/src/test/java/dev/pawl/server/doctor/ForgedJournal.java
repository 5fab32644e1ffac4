package dev.pawl.server.doctor;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes journals with intact chains that no engine would decide, as a bug would.
final class ForgedJournal {

  /// Plans the run without starting any of its jobs.
  static void planned(DrivenRun run, Plan plan) {
    var event =
        new DomainEvent.RunPlanned(plan, RunEvent.PLANNED, Optional.empty(), Reason.PROGRESS);
    commit(run, "planning", RunEvent.PLANNED, "queued", event);
  }

  /// Moves the run to a state, whatever its jobs are in.
  static void moved(DrivenRun run, String from, RunEvent row, String to) {
    commit(run, from, row, to, new DomainEvent.RunMoved(row, Reason.OK));
  }

  /// Queues the first job, whatever it waits for.
  static void queued(DrivenRun run) {
    var ref = run.run().job(0).ref();
    var event = new DomainEvent.AttemptMoved(ref, AttemptEvent.ENQUEUE, Reason.PROGRESS);
    Run after = EventApplier.apply(run.run(), event, run.now());
    var line =
        new Transition(
            "attempt", "first/1", "pending", "ENQUEUE", "queued", Actor.ORCHESTRATOR, event);
    run.committed(change(after, List.of(line), run.now()));
  }

  /// Retries the first job by its policy, whatever that allows.
  static void retried(DrivenRun run) {
    AttemptRef before = run.run().job(0).ref();
    var next = new AttemptRef(before.job(), before.attempt() + 1);
    var event = new DomainEvent.AttemptCreated(next, Reason.of(ReasonCode.BACKOFF, "once more"));
    Run after = EventApplier.apply(run.run(), event, run.now());
    String entity = "%s/%d".formatted(run.run().job(0).planned().id(), next.attempt());
    var line =
        new Transition(Transition.FACT, entity, "", "ATTEMPT_MADE", "", Actor.ORCHESTRATOR, event);
    Change forged = change(after, List.of(line), run.now());
    run.committed(
        new Change(forged.decision(), forged.at(), DamagedStoreTestBase.ENGINE.nextDue(after)));
  }

  private static void commit(
      DrivenRun run, String from, RunEvent row, String to, DomainEvent.OfRun event) {
    Run after = EventApplier.apply(run.run(), event, run.now());
    var line =
        new Transition("run", run.id().value(), from, row.name(), to, Actor.ORCHESTRATOR, event);
    run.committed(change(after, List.of(line), run.now()));
  }

  /// Gives each of these runs a place in the group.
  static void placed(Store store, String key, RunId... runs) {
    Group group = Group.named(key);
    List<Transition> lines = new ArrayList<>();
    for (RunId run : runs) {
      var member =
          new GroupMember(run, "", 1, GroupMember.WHOLE_RUN, 0, group.arrivals(), 1, false, 0);
      for (var event :
          List.of(
              new DomainEvent.MemberJoined(member),
              new DomainEvent.MemberPlaced(run, GroupMember.WHOLE_RUN))) {
        group = (Group) EventApplier.apply(group, event, SampleCommits.BEGINNING);
        lines.add(
            new Transition(
                Transition.FACT, run.value(), "", "FORGED", "", Actor.ORCHESTRATOR, event));
      }
    }
    SampleCommits.commit(store, change(group, lines, SampleCommits.BEGINNING));
  }

  private static Change change(Aggregate after, List<Transition> lines, Instant at) {
    var revision = new Revision(after.committed(), lines);
    return new Change(
        new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of()),
        at,
        Optional.empty());
  }

  private ForgedJournal() {}
}
