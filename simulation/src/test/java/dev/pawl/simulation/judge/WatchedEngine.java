package dev.pawl.simulation.judge;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.Probe;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.Optional;

/// The engine, with somebody who sees what it was asked and what it said.
public final class WatchedEngine extends Engine {

  private final Engine engine;
  private final Verdict verdict;
  private final Questions questions;

  public WatchedEngine(Engine engine, Verdict verdict, Questions questions) {
    super(engine.deadlines());
    this.engine = engine;
    this.verdict = verdict;
    this.questions = questions;
  }

  @Override
  public Decision decide(Run run, Command command, Surroundings around, Instant now) {
    Decision decision = engine.decide(run, command, around, now);
    if (decision instanceof Decision.Accepted) {
      questions.answered(decision, command);
      return judged(run, command, around, now, decision);
    }
    return command instanceof Command.FromAgent
        ? judged(run, command, around, now, decision)
        : decision;
  }

  private Decision judged(
      Run run, Command command, Surroundings around, Instant now, Decision decision) {
    if (decision instanceof Decision.Refused) {
      return decision;
    }
    if (command instanceof Command.FromAgent said && !isLive(run, said)) {
      verdict.broken(
          Law.CURRENT_LEASE, "run %s heeds %s, whose lease is not live".formatted(run.id(), said));
    }
    if (command instanceof Command.AcquireTool acquire) {
      mayUse(run, acquire, around, now);
    }
    return decision;
  }

  private static boolean isLive(Run run, Command.FromAgent said) {
    return run.current(said.lease().attempt()).orElse(null) instanceof Attempt.WithAgent held
        && held.lease().number() == said.lease().number()
        && held.lease().agent().equals(said.actor().name());
  }

  private void mayUse(Run run, Command.AcquireTool acquire, Surroundings around, Instant now) {
    var steps = run.job(acquire.lease().attempt().job()).planned().steps();
    Breaker breaker = around.breaker(steps.get(acquire.step()).policy().tool().orElseThrow());
    var probe = new Probe(run.id(), acquire.lease(), acquire.step());
    boolean isCold = breaker.state() == BreakerState.OPEN && now.isBefore(breaker.coolAt());
    boolean isAnothers =
        breaker.state() == BreakerState.HALF_OPEN
            && breaker.probe().filter(other -> !other.equals(probe)).isPresent();
    if (isCold || isAnothers) {
      verdict.broken(Law.BREAKER_HOLDS, "%s may use %s".formatted(probe, breaker));
    }
  }

  @Override
  public Decision decide(Agent agent, AgentCommand command, Instant now) {
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
