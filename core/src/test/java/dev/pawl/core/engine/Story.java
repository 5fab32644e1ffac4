package dev.pawl.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.Interrupt;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
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

  /// A run as its trigger makes it.
  void givenATrigger() {
    world = new World(Deadlines.DEFAULT);
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

  /// What the agent is told, newest last.
  List<Effect> toldTo(String agent) {
    return world.effects().stream().filter(effect -> effect.agent().equals(agent)).toList();
  }

  /// The rows that an entity took, oldest first.
  List<String> rowsOf(String entity) {
    return world.journal().stream()
        .filter(line -> line.entity().equals(entity))
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
