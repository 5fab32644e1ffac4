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
import dev.pawl.server.orchestrator.LoopRequest;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.util.Optional;

/// What one run asks of another, or for another. Owned by the loop.
public final class CrossRunEffects {

  private final Decider decider;
  private final Outbox outbox;

  public CrossRunEffects(Decider decider, Outbox outbox) {
    this.decider = decider;
    this.outbox = outbox;
  }

  /// Delivered with the decision, whatever it is; what is asked of one that is quarantined stays
  /// owed.
  public void settle(Batch batch, LoopRequest.CrossRunRequest owed) {
    StoredEffect stored = owed.effect();
    switch (stored.effect()) {
      case Effect.AskRun(var run, var command) -> {
        decider.decide(batch, run, command);
        deliver(batch, owed, run);
      }
      case Effect.StartRun start -> {
        start(batch, start);
        deliver(batch, owed, start.id());
      }
      // No decisions.
      case Effect.ToAgent _, Effect.ReadWorkflow _, Effect.Report _ -> batch.deliver(stored.id());
    }
  }

  private void deliver(Batch batch, LoopRequest.CrossRunRequest owed, RunId asked) {
    if (decider.isQuarantined(asked)) {
      batch.afterwards(() -> outbox.release(owed));
    } else {
      batch.deliver(owed.effect().id());
    }
  }

  private void start(Batch batch, Effect.StartRun start) {
    Optional<Run> old = batch.run(start.of());
    boolean isMissing = batch.run(start.id()).isEmpty();
    if (isMissing
        && old.isPresent()
        && decider.create(batch, Run.created(start.id(), start.origin()), "")
            instanceof Decision.Accepted) {
      Plan plan = delayed(old.get().plan(), start.delay());
      decider.decide(batch, start.id(), new EngineCommand.FinishPlanning(plan));
    }
  }

  private static Plan delayed(Plan plan, Duration delay) {
    RunPolicy asked = plan.policy();
    var policy =
        new RunPolicy(
            Optional.empty(), // it was approved for this commit, or it could not have failed
            delay,
            asked.timeout(),
            asked.retries(),
            asked.backoff(),
            asked.group(),
            asked.hooks(),
            asked.hooksRunOn(),
            asked.rules());
    return plan.with(policy);
  }
}
