package dev.pawl.simulation.workload;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.world.Simulation;
import java.util.List;

/// Users who approve, reject, cancel, retry and skip, and ask for what is not due. They act on the
/// state that an attempt has just entered, so that every state is hit.
public final class SimulatedUsers {

  private final Simulation world;
  private final Scenario scenario;
  private final RandomStream chance;
  private final SimulatedTriggers triggers;

  public SimulatedUsers(Simulation world, RandomStream chance, SimulatedTriggers triggers) {
    this.world = world;
    this.scenario = world.scenario();
    this.chance = chance;
    this.triggers = triggers;
  }

  /// Shows them a commit.
  public void saw(Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        if (revision.after() instanceof Run run) {
          revision.transitions().forEach(line -> saw(run, line));
        }
        if (revision.after() instanceof Breaker breaker) {
          saw(breaker);
        }
      }
    }
  }

  /// Some user resets a breaker that is not closed.
  private void saw(Breaker breaker) {
    boolean resets =
        scenario.has(WorkKind.RESET_BREAKER)
            && breaker.state() != BreakerState.CLOSED
            && chance.oneIn(3);
    if (resets) {
      Actor by = Actor.person(chance.oneOf(RandomPlan.USERS));
      world.timeline().in(chance.heavyTail(5, 30_000), () -> world.reset(breaker.key(), by));
    }
  }

  private void saw(Run run, Transition line) {
    if (!line.isMove()) {
      return;
    }
    switch (line.machine()) {
      case "run" -> sawRun(run);
      case "attempt" -> sawAttempt(run, line.cause());
      default -> {}
    }
  }

  private void sawRun(Run run) {
    if (run.isOver()) {
      triggers.over(run);
      return;
    }
    if (run.state() == RunState.HELD) {
      for (String person : RandomPlan.USERS) {
        review(person, run.id(), null);
      }
    }
    if (run.state() != RunState.RUNNING && chance.oneIn(12)) {
      cancel(run);
    }
  }

  private void sawAttempt(Run run, DomainEvent cause) {
    if (run.isOver()) {
      return;
    }
    AttemptRef ref =
        switch (cause) {
          case DomainEvent.AttemptMoved(var moved, _, _) -> moved;
          case DomainEvent.AttemptPaused(var paused, _, _, _) -> paused;
          case DomainEvent.AttemptLeased(var lease, _, _) -> lease.attempt();
          case DomainEvent.AttemptCompleted(var completed, _, _, _, _) -> completed;
          default -> null;
        };
    if (ref == null || ref.job() >= run.jobs().size()) {
      return;
    }
    Job job = run.job(ref.job());
    AttemptState state = job.attempt().state();
    if (state == AttemptState.HELD) {
      for (String person : RandomPlan.USERS) {
        review(person, run.id(), job.ref());
      }
    }
    if (state == AttemptState.QUEUED && job.mustJoinGroup()) {
      hurry(run, job);
    }
    if (chance.oneIn(oddsIn(state))) {
      cancel(run);
    }
    if (scenario.has(WorkKind.CANCEL_JOB) && chance.oneIn(oddsIn(state))) {
      String by = chance.oneOf(RandomPlan.USERS);
      soon(
          run.id(),
          new EngineCommand.CancelAttempt(
              job.ref(), Actor.person(by), chance.oneIn(3), ReasonCode.USER, "by " + by));
    }
    if (job.isOver() && state != AttemptState.SUCCESS) {
      tryAgain(run, job);
    }
  }

  /// Asks for the job to join its group at once, as a dispatcher does only when an agent fits. It
  /// must be rejected while the run or the agent is not the right one.
  private void hurry(Run run, Job job) {
    String agent = "agent-" + (1 + run.origin().number() % 2);
    world
        .timeline()
        .in(0, () -> world.ask(run.id(), new EngineCommand.JoinGroup(job.ref(), agent)));
  }

  /// One in so many; rare states are acted on more often.
  private static int oddsIn(AttemptState state) {
    return switch (state) {
      case PENDING, QUEUED, LEASED, STARTING, RUNNING -> 30;
      case HELD, WAITING -> 12;
      case UPLOADING, RECOVERING, CANCELLING -> 6;
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> 60;
    };
  }

  private void review(String person, RunId run, @org.jspecify.annotations.Nullable AttemptRef job) {
    if (!chance.percent(55)) {
      return;
    }
    Actor by = Actor.person(person);
    boolean rejects = chance.oneIn(8);
    EngineCommand command;
    if (job == null) {
      command =
          rejects
              ? new EngineCommand.RejectRun(by, List.of(), "no")
              : new EngineCommand.ApproveRun(by, List.of());
    } else {
      command =
          rejects
              ? new EngineCommand.RejectJob(job, by, List.of(), "no")
              : new EngineCommand.ApproveJob(job, by, List.of());
    }
    world.timeline().in(chance.heavyTail(10, 1_500_000), () -> world.ask(run, command));
  }

  private void cancel(Run run) {
    boolean force = scenario.has(WorkKind.FORCE_RUN) && chance.oneIn(2);
    if (!force && !scenario.has(WorkKind.CANCEL_RUN)) {
      return;
    }
    String by = chance.oneOf(RandomPlan.USERS);
    soon(run.id(), new EngineCommand.CancelRun(Actor.person(by), force, "by " + by));
    if (chance.oneIn(3)) {
      soon(run.id(), new EngineCommand.CancelRun(Actor.person(by), chance.oneIn(2), "again"));
    }
  }

  private void tryAgain(Run run, Job job) {
    Actor by = Actor.person(chance.oneOf(RandomPlan.USERS));
    if (scenario.has(WorkKind.RETRY_JOB) && chance.oneIn(4)) {
      soon(run.id(), new EngineCommand.RetryJob(job.index(), by));
    }
    if (scenario.has(WorkKind.SKIP_JOB) && chance.oneIn(6)) {
      soon(run.id(), new EngineCommand.SkipJob(job.index(), by));
    }
  }

  private void soon(RunId run, EngineCommand command) {
    world.timeline().in(chance.heavyTail(0, 60_000), () -> world.ask(run, command));
  }
}
