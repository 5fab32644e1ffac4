package dev.pawl.core.engine.story;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeCancel;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.RejectLease;
import dev.pawl.core.command.EngineCommand.RenewLease;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One agent of a story. It keeps its leases, so that it can also send messages under an old one.
public final class StoryAgent {

  private static final Duration BEAT = Duration.ofSeconds(20);

  private final Actor actor;
  private final StoryWorld world;
  private final Map<String, LeaseRef> leases = new HashMap<>();

  StoryAgent(String name, StoryWorld world) {
    this.actor = Actor.agent(name);
    this.world = world;
  }

  public StoryAgent isOffered(String job) {
    AttemptRef ref = world.run().job(indexOf(world.run(), job)).ref();
    world.ask(new GrantLease(ref, actor.name()));
    if (world.run().job(ref.job()).attempt() instanceof Attempt.WithAgent held) {
      leases.put(name(job), new LeaseRef(ref, held.lease().number()));
    }
    return this;
  }

  public StoryAgent acknowledges(String job) {
    return says(new AcknowledgeLease(lease(job), actor));
  }

  public StoryAgent rejects(String job) {
    return says(new RejectLease(lease(job), actor, "busy"));
  }

  public StoryAgent heartbeats(String job) {
    return says(new RenewLease(lease(job), actor));
  }

  /// Lets time pass while the agent sends heartbeats.
  public StoryAgent keepsBeatingFor(Duration duration, String job) {
    Duration left = duration;
    for (; left.compareTo(BEAT) > 0; left = left.minus(BEAT)) {
      world.pass(BEAT);
      heartbeats(job);
    }
    world.pass(left);
    return this;
  }

  public StoryAgent starts(String job) {
    return says(new StartAttempt(lease(job), actor));
  }

  /// Everything up to `starting`.
  public StoryAgent prepares(String job) {
    return isOffered(job).acknowledges(job);
  }

  /// Everything up to `running`.
  public StoryAgent runs(String job) {
    return prepares(job).starts(job);
  }

  public StoryAgent reports(String job, int step, StepState state) {
    return reports(job, step, state, StepEnd.NEVER_RAN);
  }

  public StoryAgent reports(String job, int step, StepState state, StepEnd end) {
    return says(new ReportStep(lease(job), actor, step, state, end));
  }

  private StoryAgent reports(
      String job,
      int step,
      StepType type,
      String name,
      StepState state,
      StepEnd end,
      ReasonCode code) {
    return says(new ReportStep(lease(job), actor, step, type, name, state, end, code));
  }

  /// The step runs, and the agent reports its name.
  public StoryAgent calls(String job, int step, String name) {
    return reports(
        job, step, StepType.STEP, name, StepState.RUNNING, StepEnd.NEVER_RAN, ReasonCode.PROGRESS);
  }

  public StoryAgent completes(String job, Outcome outcome, ReasonCode code) {
    return says(new CompleteAttempt(lease(job), actor, outcome, code, "as the agent says"));
  }

  /// Everything from the queue to success.
  public StoryAgent does(String job) {
    return runs(job).succeeds(job);
  }

  public StoryAgent succeeds(String job) {
    return finishesSteps(job).completes(job, Outcome.SUCCESS, ReasonCode.OK);
  }

  /// Everything from the queue to a success with outputs.
  public StoryAgent doesLeaving(String job, String... outputs) {
    runs(job).finishesSteps(job);
    var left = new LinkedHashMap<String, String>();
    for (int at = 0; at < outputs.length; at += 2) {
      left.put(outputs[at], outputs[at + 1]);
    }
    return says(
        new CompleteAttempt(
            lease(job), actor, Outcome.SUCCESS, ReasonCode.OK, "", left, Optional.empty(), false));
  }

  /// All steps succeed, and the job continues.
  public StoryAgent finishesSteps(String job) {
    int steps = world.run().job(indexOf(world.run(), job)).planned().steps().size();
    for (int step = 0; step < steps; step++) {
      reports(job, step, StepState.RUNNING);
      reports(job, step, StepState.SUCCESS, new StepEnd(0, StepEnd.Ender.PROCESS, ""));
    }
    return this;
  }

  public StoryAgent fails(String job) {
    return fails(job, ReasonCode.USER);
  }

  public StoryAgent fails(String job, ReasonCode failure) {
    reports(job, 0, StepState.RUNNING);
    reports(job, 0, StepState.FAILED, new StepEnd(1, StepEnd.Ender.PROCESS, ""));
    return completes(job, Outcome.FAILED, failure);
  }

  /// A failure with evidence, of a job that may have succeeded before.
  public StoryAgent failsAs(
      String job, ReasonCode failure, Evidence found, boolean hasSucceededBefore) {
    return says(
        new CompleteAttempt(
            lease(job),
            actor,
            Outcome.FAILED,
            failure,
            "",
            OrderedMaps.empty(),
            Optional.of(found),
            hasSucceededBefore));
  }

  public StoryAgent runsHook(String job, StepType type, StepState end, StepEnd how) {
    int index = stepsOf(job);
    return beginsHook(job, type).endsHook(job, index, type, end, how);
  }

  /// The hook runs.
  public StoryAgent beginsHook(String job, StepType type) {
    return reports(
        job, stepsOf(job), type, "", StepState.RUNNING, StepEnd.NEVER_RAN, ReasonCode.PROGRESS);
  }

  /// The hook with that index ends.
  public StoryAgent endsHook(String job, int index, StepType type, StepState end, StepEnd how) {
    return reports(job, index, type, "", end, how, ReasonCode.HOOK);
  }

  private int stepsOf(String job) {
    return ((Attempt.WithAgent) world.run().job(indexOf(world.run(), job)).attempt())
        .steps()
        .size();
  }

  public StoryAgent hookSucceeds(String job, StepType type) {
    return runsHook(job, type, StepState.SUCCESS, new StepEnd(0, StepEnd.Ender.PROCESS, ""));
  }

  public StoryAgent hookFails(String job, StepType type) {
    return runsHook(job, type, StepState.FAILED, new StepEnd(1, StepEnd.Ender.PROCESS, ""));
  }

  public StoryAgent hookTimesOut(String job, StepType type) {
    return runsHook(
        job, type, StepState.FAILED, new StepEnd(0, StepEnd.Ender.TIMEOUT, "timed out after 5m"));
  }

  /// A step that depends on a tool ends.
  public StoryAgent usesTheToolOf(
      String job, int step, StepState end, int exitCode, ReasonCode code) {
    reports(job, step, StepState.RUNNING);
    return reports(
        job, step, StepType.STEP, "", end, new StepEnd(exitCode, StepEnd.Ender.PROCESS, ""), code);
  }

  /// The breaker is open: the step fails before it starts.
  public StoryAgent failsForItsTool(String job, int step) {
    return reports(
        job, step, StepType.STEP, "", StepState.FAILED, StepEnd.NEVER_RAN, ReasonCode.CIRCUIT_OPEN);
  }

  public StoryAgent drains() {
    return isDecided(new AgentStateCommand.Drain(actor));
  }

  public StoryAgent isDrained() {
    return isDecided(new AgentStateCommand.Drain(Actor.person("dev")));
  }

  public StoryAgent isResumed() {
    return isDecided(new AgentStateCommand.Resume(Actor.person("dev")));
  }

  public StoryAgent isRevoked() {
    return isDecided(new AgentStateCommand.Revoke(Actor.person("dev"), "it was stolen"));
  }

  private StoryAgent isDecided(AgentStateCommand command) {
    world.decided(world.engine().decide(world.agent(actor.name()), command, world.now()));
    return this;
  }

  public StoryAgent registers(int slots, String... labels) {
    return registersIn(Origin.DEFAULT_ORG, slots, labels);
  }

  public StoryAgent registersIn(String org, int slots, String... labels) {
    world.decided(
        world
            .engine()
            .decide(
                world.agent(actor.name()).version() == 0
                    ? Agent.unknown(actor.name())
                    : world.agent(actor.name()),
                new AgentStateCommand.Register(actor, org, actor.name(), List.of(labels), slots),
                world.now()));
    return this;
  }

  public StoryAgent loses(String job) {
    return says(new EngineCommand.LoseAttempt(lease(job), actor, "the agent restarted"));
  }

  public StoryAgent reportsCommit(String job, String commit) {
    return says(new EngineCommand.ReportCommit(lease(job), actor, commit));
  }

  public StoryAgent reportsGroup(String job, String group) {
    return says(new EngineCommand.ReportGroup(lease(job), actor, group));
  }

  public StoryAgent uploads(String job) {
    return says(new EngineCommand.BeginUpload(lease(job), actor));
  }

  /// The upload is done, and the job succeeds.
  public StoryAgent completesUpload(String job) {
    return completes(job, Outcome.SUCCESS, ReasonCode.OK);
  }

  public StoryAgent asksForTheToolOf(String job, int step) {
    return says(new EngineCommand.AcquireTool(lease(job), actor, step));
  }

  public StoryAgent isOutOfReach(String job) {
    return says(new EngineCommand.LoseContact(lease(job)));
  }

  public StoryAgent acknowledgesTheCancelOf(String job) {
    return says(new AcknowledgeCancel(lease(job), actor));
  }

  private StoryAgent says(EngineCommand command) {
    world.ask(command);
    return this;
  }

  private String name(String job) {
    return world.run().id() + "/" + job;
  }

  public LeaseRef lease(String job) {
    LeaseRef lease = leases.get(name(job));
    if (lease == null) {
      throw new IllegalStateException("this agent was never offered " + job);
    }
    return lease;
  }

  static int indexOf(Run run, String job) {
    for (int index = 0; index < run.jobs().size(); index++) {
      if (run.job(index).planned().id().equals(job)) {
        return index;
      }
    }
    throw new IllegalStateException("no job " + job);
  }
}
