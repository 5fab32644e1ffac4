package dev.pawl.server.maintenance;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.doctor.RepairDecisions;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorUnavailable;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Decisions of the orchestrator, in its turn.
record LiveDecisions(Orchestrator orchestrator) implements RepairDecisions {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @Override
  public Decision tick(RunId run, Actor by) {
    return await(orchestrator.tick(run, by));
  }

  @Override
  public Decision reset(String breaker, Actor by) {
    return await(orchestrator.resetBreaker(breaker, by));
  }

  private static Decision await(CompletableFuture<Decision> reply) {
    try {
      return reply.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case OrchestratorUnavailable why ->
            new StoreUnavailable(String.valueOf(why.getMessage()), e);
        case TimeoutException _ ->
            new StoreUnavailable("the repair is not decided yet; run the doctor again", e);
        case RuntimeException failure -> failure;
        case null, default -> e;
      };
    }
  }
}
