package dev.pawl.simulation.monitor;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// An engine that fails on every command about poisoned runs but the one that ends them by force.
public final class PoisonedEngine extends Engine {

  private final Engine engine;
  private final Set<RunId> poisoned;

  public PoisonedEngine(Engine engine, Set<RunId> poisoned) {
    super(engine.deadlines());
    this.engine = engine;
    this.poisoned = poisoned;
  }

  @Override
  public Decision decide(Run run, EngineCommand command, DecisionContext around, Instant now) {
    boolean isEnd = command instanceof EngineCommand.CancelRun cancel && cancel.force();
    if (!isEnd && !run.isOver() && poisoned.contains(run.id())) {
      throw new IllegalStateException("poisoned");
    }
    return engine.decide(run, command, around, now);
  }

  @Override
  public Decision decide(Agent agent, AgentStateCommand command, Instant now) {
    return engine.decide(agent, command, now);
  }

  @Override
  public Decision reset(Breaker breaker, Actor by, Instant now) {
    return engine.reset(breaker, by, now);
  }

  @Override
  public Optional<Instant> nextDue(Run run) {
    return engine.nextDue(run);
  }
}
