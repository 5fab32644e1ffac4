package dev.pawl.simulation.monitor;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.Optional;

/// The engine, with checks of the commands that it accepts.
public final class ObservedEngine extends Engine {

  private final Engine engine;
  private final ViolationRecorder violations;
  private final DecisionCommands commands;

  public ObservedEngine(Engine engine, ViolationRecorder violations, DecisionCommands commands) {
    super(engine.deadlines());
    this.engine = engine;
    this.violations = violations;
    this.commands = commands;
  }

  @Override
  public Decision decide(Run run, EngineCommand command, DecisionContext around, Instant now) {
    Decision decision = engine.decide(run, command, around, now);
    if (decision instanceof Decision.Accepted) {
      commands.answered(decision, command);
      return judged(run, command, around, now, decision);
    }
    return command instanceof EngineCommand.UnderLease
        ? judged(run, command, around, now, decision)
        : decision;
  }

  private Decision judged(
      Run run, EngineCommand command, DecisionContext around, Instant now, Decision decision) {
    if (decision instanceof Decision.Refused) {
      return decision;
    }
    if (command instanceof EngineCommand.UnderLease said && !isLive(run, said)) {
      violations.violated(
          Invariant.CURRENT_LEASE,
          "run %s heeds %s, whose lease is not live".formatted(run.id(), said));
    }
    if (command instanceof EngineCommand.AcquireTool acquire) {
      mayUse(run, acquire, around, now);
    }
    return decision;
  }

  private static boolean isLive(Run run, EngineCommand.UnderLease said) {
    return run.currentAttempt(said.lease().attempt()).orElse(null) instanceof Attempt.WithAgent held
        && held.lease().number() == said.lease().number()
        && held.lease().agent().equals(said.actor().name());
  }

  private void mayUse(
      Run run, EngineCommand.AcquireTool acquire, DecisionContext around, Instant now) {
    var steps = run.job(acquire.lease().attempt().job()).planned().steps();
    String tool = steps.get(acquire.step()).policy().tool().orElseThrow();
    Breaker breaker = around.breaker(Breaker.keyOf(run.origin().org(), tool));
    var probe = new BreakerProbe(run.id(), acquire.lease(), acquire.step());
    boolean isCold = breaker.state() == BreakerState.OPEN && now.isBefore(breaker.cooldownEnd());
    boolean isAnothers =
        breaker.state() == BreakerState.HALF_OPEN
            && breaker.probe().filter(other -> !other.equals(probe)).isPresent();
    if (isCold || isAnothers) {
      violations.violated(Invariant.BREAKER_HOLDS, "%s may use %s".formatted(probe, breaker));
    }
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
