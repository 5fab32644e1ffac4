package dev.pawl.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.RenewLease;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Command.Tick;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One run, the real engine and a virtual clock. After every decision the [Invariants] are checked,
/// and a second run, which only ever sees the journal, is compared with the first.
final class World {

  private static final Duration TURN = Duration.ofSeconds(1);

  private final Engine engine;
  private final List<Transition> journal = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Instant servedSince = now.minus(Duration.ofHours(1));
  private Run run;
  private Run replayed;
  private Decision reply = new Decision.Late("nothing was asked yet");

  World(Deadlines deadlines) {
    this.engine = new Engine(deadlines);
    this.run =
        Run.created(
            new RunId("run-1"),
            new Origin(1, "ci", "ci.yaml", "push", Actor.person("ana"), "here", now));
    this.replayed = run;
  }

  static World planned(Deadlines deadlines, Plan plan) {
    var world = new World(deadlines);
    world.ask(new StartPlanning());
    world.ask(new FinishPlanning(plan));
    return world;
  }

  Decision ask(Command command) {
    reply = engine.decide(run, command, now);
    if (reply instanceof Decision.Accepted accepted) {
      assertThat(accepted.transitions().isEmpty())
          .as("only liveness moves without a line")
          .isEqualTo(command instanceof RenewLease);
      replay(command, accepted);
      Invariants.check(run, accepted, engine.nextDue(accepted.run()));
      assertThat(replayed).as("the journal replays to the state").isEqualTo(accepted.run());
      run = accepted.run();
      journal.addAll(accepted.transitions());
      effects.addAll(accepted.effects());
    }
    return reply;
  }

  /// Liveness is in no journal, so the other run is told of it.
  private void replay(Command command, Decision.Accepted accepted) {
    List<Event> events = accepted.transitions().stream().map(Transition::cause).toList();
    replayed =
        command instanceof RenewLease(var lease, _)
            ? Apply.apply(replayed, new Event.LeaseRenewed(lease), now)
            : Apply.replay(replayed, events, now);
  }

  void pass(Duration duration) {
    now = now.plus(duration);
    ask(new Tick(servedSince));
  }

  /// Nobody served the store until now.
  void nobodyServesFor(Duration duration) {
    now = now.plus(duration);
    servedSince = now;
    ask(new Tick(servedSince));
  }

  /// Lets nothing but time happen until the run is over.
  void letTimeEndIt() {
    for (int ticks = 0; !run.isOver(); ticks++) {
      assertThat(ticks).as("time alone ends it").isLessThan(1_000);
      Duration left = Duration.between(now, engine.nextDue(run).orElseThrow());
      // What is due may have to wait until the store has been served for long enough.
      pass(left.compareTo(TURN) < 0 ? TURN : left);
    }
  }

  Run run() {
    return run;
  }

  Decision reply() {
    return reply;
  }

  List<Transition> journal() {
    return journal;
  }

  List<Effect> effects() {
    return effects;
  }
}
