package dev.pawl.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.ApproveJob;
import dev.pawl.core.engine.Command.ApproveRun;
import dev.pawl.core.engine.Command.CancelAttempt;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.Interrupt;
import dev.pawl.core.engine.Command.RejectJob;
import dev.pawl.core.engine.Command.RejectRun;
import dev.pawl.core.engine.Command.RetryJob;
import dev.pawl.core.engine.Command.SkipJob;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.core.run.Skips;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The vocabulary of the stories: a workflow is given, somebody does something, and then it is so.
abstract class Story {

  private final Map<String, AgentWord> agents = new LinkedHashMap<>();
  private World world = new World(Deadlines.DEFAULT);

  /// A run whose plan is there.
  void given(Plan plan) {
    given(plan, Deadlines.DEFAULT);
  }

  void given(Plan plan, Deadlines deadlines) {
    world = World.planned(deadlines, plan);
    agents.clear();
  }

  void given(RunSpec spec) {
    given(spec.plan());
  }

  /// A run as its trigger makes it.
  void givenATrigger() {
    world = new World(Deadlines.DEFAULT);
    world.trigger();
  }

  /// One more run, which is then talked about.
  RunId another(Plan plan) {
    RunId id = world.trigger();
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return id;
  }

  /// One more run, of another repository, which is then talked about.
  RunId anotherOf(String repository, Plan plan) {
    RunId id = world.trigger(new Origin.Source(repository, "c0ffee"));
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return id;
  }

  RunId another(RunSpec spec) {
    return another(spec.plan());
  }

  /// The run that is talked about is done again by hand, and the new one is talked about.
  RunId rerun(Reruns.Scope scope, String... skipped) {
    Run before = run();
    RunId id = world.trigger();
    String why = "rerun of #%d".formatted(before.origin().number());
    world.ask(new StartPlanning(Actor.person("ana"), why));
    world.ask(
        new FinishPlanning(
            Reruns.plan(before, scope),
            Reruns.kept(before, scope),
            new Skips(List.of(skipped), "ana")));
    return id;
  }

  /// The run that is talked about.
  RunId thisRun() {
    return run().id();
  }

  /// Talks about that run from now on.
  void inRun(RunId run) {
    world.lookAt(run);
  }

  World world() {
    return world;
  }

  void approves(String who, String job, String... teams) {
    world.ask(new ApproveJob(ref(job), Actor.person(who), List.of(teams)));
  }

  void approvesRun(String who) {
    world.ask(new ApproveRun(Actor.person(who), List.of()));
  }

  void rejectsRun(String who) {
    world.ask(new RejectRun(Actor.person(who), List.of(), "not from there"));
  }

  void rejects(String who, String job) {
    world.ask(new RejectJob(ref(job), Actor.person(who), List.of(), "not today"));
  }

  void personCancels(String job) {
    world.ask(
        new CancelAttempt(
            ref(job), Actor.person("ana"), false, ReasonCode.USER, "cancelled by ana"));
  }

  void personForces(String job) {
    world.ask(
        new CancelAttempt(ref(job), Actor.person("ana"), true, ReasonCode.USER, "forced by ana"));
  }

  void personRetries(String job) {
    world.ask(new RetryJob(ref(job).job(), Actor.person("ana")));
  }

  void personSkips(String job) {
    world.ask(new SkipJob(ref(job).job(), Actor.person("ana")));
  }

  void personResets(String tool) {
    world.decided(world.engine().reset(world.breaker(tool), Actor.person("ana"), world.now()));
  }

  AttemptRef ref(String job) {
    return run().job(AgentWord.indexOf(run(), job)).ref();
  }

  AgentWord agent(String name) {
    return agents.computeIfAbsent(name, key -> new AgentWord(key, world));
  }

  void isAsked(Command command) {
    world.ask(command);
  }

  void personCancels() {
    world.ask(new CancelRun(Actor.person("ana"), false, "cancelled by ana"));
  }

  void personForces() {
    world.ask(new CancelRun(Actor.person("ana"), true, "force-cancelled by ana"));
  }

  void ownerIsGone() {
    world.ask(new Interrupt("its process is gone"));
  }

  void passes(Duration duration) {
    world.pass(duration);
  }

  void nobodyServesFor(Duration duration) {
    world.nobodyServesFor(duration);
  }

  Run run() {
    return world.run();
  }

  Then.OfRun thenRun() {
    return new Then.OfRun(world.run());
  }

  Then.OfJob then(String job) {
    return new Then.OfJob(world.run(), job, attempt(job));
  }

  Then.OfReply thenReply() {
    return new Then.OfReply(world.reply());
  }

  Then.OfGroup thenGroup(String key) {
    return new Then.OfGroup(world.group("repo#" + key));
  }

  Then.OfBreaker thenBreaker(String tool) {
    return new Then.OfBreaker(world.breaker(tool), world.now());
  }

  Then.OfWhy why() {
    return new Then.OfWhy(world.explaining().run(run(), world.now()));
  }

  Then.OfWhy why(String job) {
    return new Then.OfWhy(world.explaining().job(run(), ref(job).job(), world.now()));
  }

  Then.OfWhy whyAttempt(String job, int number) {
    var attempt = new AttemptRef(ref(job).job(), number);
    return new Then.OfWhy(world.explaining().attempt(run(), attempt, world.now()));
  }

  /// What the forge is told, newest last.
  List<Effect.Report> reports() {
    return effects(Effect.Report.class);
  }

  /// The effects of that kind, newest last.
  <E extends Effect> List<E> effects(Class<E> kind) {
    return world.effects().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /// What the agent is told, newest last.
  List<Effect> toldTo(String agent) {
    return world.effects().stream()
        .filter(effect -> effect instanceof Effect.ToAgent to && to.agent().equals(agent))
        .toList();
  }

  /// The rows that an entity took, oldest first.
  List<String> rowsOf(String entity) {
    return world.journal().stream()
        .filter(line -> line.isMove() && line.entity().equals(entity))
        .map(Transition::event)
        .toList();
  }

  void thenNothingIsLeftOpen() {
    assertThat(run().isOver()).isTrue();
    run().jobs().forEach(job -> assertThat(job.attempt()).isInstanceOf(Attempt.Ended.class));
  }

  private Attempt attempt(String job) {
    return run().job(AgentWord.indexOf(run(), job)).attempt();
  }
}
