package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.run.Run;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.util.Optional;

/// Decides the effects of one run on another: a command, or a run to start. Owned by the loop.
public final class CrossRunEffects {

  private final Decider decider;
  private final Outbox outbox;

  public CrossRunEffects(Decider decider, Outbox outbox) {
    this.decider = decider;
    this.outbox = outbox;
  }

  /// Decides an effect. It is delivered with the decision, accepted or not, unless the other run is
  /// quarantined: then it stays pending.
  public void decide(Batch batch, StoredEffect stored) {
    switch (stored.effect()) {
      case Effect.AskRun(var run, var command) -> {
        decider.decide(batch, run, command);
        markDelivered(batch, stored, run);
      }
      case Effect.StartRun start -> {
        start(batch, start);
        markDelivered(batch, stored, start.id());
      }
      // No decisions.
      case Effect.ToAgent _, Effect.ReadWorkflow _, Effect.Report _ ->
          batch.markDelivered(stored.id());
    }
  }

  /// Gives up an effect that could not be decided: it is found again.
  public void putBack(StoredEffect stored) {
    outbox.putBack(stored);
  }

  private void markDelivered(Batch batch, StoredEffect stored, RunId target) {
    if (decider.isQuarantined(target)) {
      batch.afterRelease(() -> putBack(stored));
    } else {
      batch.markDelivered(stored.id());
    }
  }

  private void start(Batch batch, Effect.StartRun start) {
    Optional<Run> old = batch.run(start.of());
    boolean isMissing = batch.run(start.id()).isEmpty();
    if (isMissing
        && old.isPresent()
        && decider.create(
                batch,
                Run.created(start.id(), start.origin()),
                new EngineCommand.StartPlanning(),
                "")
            instanceof Decision.Accepted) {
      Plan plan = delayed(old.get().plan(), start.delay());
      decider.decide(batch, start.id(), new EngineCommand.FinishPlanning(plan));
    }
  }

  private static Plan delayed(Plan plan, Duration delay) {
    RunPolicy old = plan.policy();
    var policy =
        new RunPolicy(
            Optional.empty(), // it was approved, or it could not have failed
            delay,
            old.timeout(),
            old.retries(),
            old.backoff(),
            old.group(),
            old.hooks(),
            old.hooksRunOn(),
            old.rules());
    return plan.with(policy);
  }
}
