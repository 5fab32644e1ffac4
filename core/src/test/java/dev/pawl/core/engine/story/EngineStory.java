package dev.pawl.core.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.ApproveRun;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.Interrupt;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.RejectRun;
import dev.pawl.core.command.EngineCommand.RetryJob;
import dev.pawl.core.command.EngineCommand.SkipJob;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.Reviewer;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.SkipRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The vocabulary of the stories: given a workflow, when somebody acts, then this is the state.
public abstract class EngineStory {

  private final Map<String, StoryAgent> agents = new LinkedHashMap<>();
  private StoryWorld world = new StoryWorld(Deadlines.DEFAULT);

  /// A run with a plan.
  public void given(Plan plan) {
    given(plan, Deadlines.DEFAULT);
  }

  public void given(Plan plan, Deadlines deadlines) {
    world = StoryWorld.planned(deadlines, plan);
    agents.clear();
  }

  public void given(RunSpec spec) {
    given(spec.plan());
  }

  /// A run as its trigger creates it.
  public void givenATrigger() {
    world = new StoryWorld(Deadlines.DEFAULT);
    world.trigger();
  }

  /// Another run, which becomes the current one.
  public RunId another(Plan plan) {
    RunId id = world.trigger();
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return id;
  }

  /// Another run, of another repository, which becomes the current one.
  public RunId anotherOf(String repository, Plan plan) {
    RunId id = world.trigger(new Origin.Source(repository, "main", "c0ffee", "forge"));
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return id;
  }

  /// Another run, of the same repository in another org, which becomes the current one.
  public RunId anotherIn(String org, Plan plan) {
    RunId id = world.trigger(org, new Origin.Source("repo", "main", "c0ffee", "forge"));
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return id;
  }

  public RunId another(RunSpec spec) {
    return another(spec.plan());
  }

  /// A rerun of the current run, which becomes the current one.
  public RunId rerun(Reruns.Selection scope, String... skipped) {
    Run before = run();
    RunId id = world.trigger();
    String why = "rerun of #%d".formatted(before.origin().number());
    world.ask(new StartPlanning(Actor.person("dev"), why));
    world.ask(
        new FinishPlanning(
            Reruns.plan(before, scope),
            Reruns.reusedResults(before, scope),
            new SkipRequest(List.of(skipped), "dev")));
    return id;
  }

  /// The current run.
  public RunId thisRun() {
    return run().id();
  }

  /// Makes that run the current one.
  public void inRun(RunId run) {
    world.lookAt(run);
  }

  public StoryWorld world() {
    return world;
  }

  public void approves(String who, String job, String... teams) {
    world.ask(new ApproveJob(ref(job), Actor.person(who), List.of(teams)));
  }

  /// Approves as the owner of a local store.
  public void ownerApproves(String who, String job) {
    world.ask(new ApproveJob(ref(job), Reviewer.storeOwner(Actor.person(who))));
  }

  /// Rejects as the owner of a local store.
  public void ownerRejects(String who, String job) {
    world.ask(new RejectJob(ref(job), Reviewer.storeOwner(Actor.person(who)), "not today"));
  }

  /// Approves the run as the owner of a local store.
  public void ownerApprovesRun(String who) {
    world.ask(new ApproveRun(Reviewer.storeOwner(Actor.person(who))));
  }

  public void approvesRun(String who) {
    world.ask(new ApproveRun(Actor.person(who), List.of()));
  }

  public void rejectsRun(String who) {
    world.ask(new RejectRun(Actor.person(who), List.of(), "not from there"));
  }

  public void rejects(String who, String job) {
    world.ask(new RejectJob(ref(job), Actor.person(who), List.of(), "not today"));
  }

  public void personCancels(String job) {
    world.ask(
        new CancelAttempt(
            ref(job), Actor.person("dev"), false, ReasonCode.USER, "cancelled by dev"));
  }

  public void personForces(String job) {
    world.ask(
        new CancelAttempt(ref(job), Actor.person("dev"), true, ReasonCode.USER, "forced by dev"));
  }

  public void personRetries(String job) {
    world.ask(new RetryJob(ref(job).job(), Actor.person("dev")));
  }

  public void personSkips(String job) {
    world.ask(new SkipJob(ref(job).job(), Actor.person("dev")));
  }

  public void personResets(String tool) {
    world.decided(world.engine().reset(world.breakerOf(tool), Actor.person("dev"), world.now()));
  }

  AttemptRef ref(String job) {
    return run().job(StoryAgent.indexOf(run(), job)).ref();
  }

  public StoryAgent agent(String name) {
    return agents.computeIfAbsent(name, key -> new StoryAgent(key, world));
  }

  public void isAsked(EngineCommand command) {
    world.ask(command);
  }

  public void personCancels() {
    world.ask(new CancelRun(Actor.person("dev"), false, "cancelled by dev"));
  }

  public void personForces() {
    world.ask(new CancelRun(Actor.person("dev"), true, "force-cancelled by dev"));
  }

  public void ownerIsGone() {
    world.ask(new Interrupt("its process is gone"));
  }

  public void passes(Duration duration) {
    world.pass(duration);
  }

  public void nobodyServesFor(Duration duration) {
    world.nobodyServesFor(duration);
  }

  public Run run() {
    return world.run();
  }

  public StoryAssertions.OfRun thenRun() {
    return new StoryAssertions.OfRun(world.run());
  }

  public StoryAssertions.OfJob then(String job) {
    return new StoryAssertions.OfJob(world.run(), job, attempt(job));
  }

  public StoryAssertions.OfReply thenReply() {
    return new StoryAssertions.OfReply(world.reply());
  }

  public StoryAssertions.OfGroup thenGroup(String key) {
    return new StoryAssertions.OfGroup(world.group("default:repo#" + key));
  }

  public StoryAssertions.OfBreaker thenBreaker(String tool) {
    return new StoryAssertions.OfBreaker(world.breakerOf(tool), world.now());
  }

  public StoryAssertions.OfWhy why() {
    return new StoryAssertions.OfWhy(world.explaining().run(run(), world.now()));
  }

  public StoryAssertions.OfWhy why(String job) {
    return new StoryAssertions.OfWhy(world.explaining().job(run(), ref(job).job(), world.now()));
  }

  public StoryAssertions.OfWhy whyAttempt(String job, int number) {
    var attempt = new AttemptRef(ref(job).job(), number);
    return new StoryAssertions.OfWhy(world.explaining().attempt(run(), attempt, world.now()));
  }

  /// The reports to the forge, newest last.
  public List<Effect.Report> reports() {
    return effects(Effect.Report.class);
  }

  /// The effects of that kind, newest last.
  public <E extends Effect> List<E> effects(Class<E> kind) {
    return world.effects().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /// The effects for the agent, newest last.
  public List<Effect> toldTo(String agent) {
    return world.effects().stream()
        .filter(effect -> effect instanceof Effect.ToAgent to && to.agent().equals(agent))
        .toList();
  }

  /// The rows that an entity took, oldest first.
  public List<String> rowsOf(String entity) {
    return world.journal().stream()
        .filter(line -> line.isMove() && line.entity().equals(entity))
        .map(Transition::event)
        .toList();
  }

  public void thenNothingIsLeftOpen() {
    assertThat(run().isOver()).isTrue();
    run().jobs().forEach(job -> assertThat(job.attempt()).isInstanceOf(Attempt.Ended.class));
  }

  private Attempt attempt(String job) {
    return run().job(StoryAgent.indexOf(run(), job)).attempt();
  }
}
