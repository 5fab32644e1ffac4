package dev.pawl.server.api;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.orchestrator.OrchestratorUnavailable;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Waits for decisions of the engine, and turns those that change nothing into problems.
final class Decisions {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /// Waits until a request is accepted and durable.
  ///
  /// @throws HttpProblem if it is not
  static Decision.Accepted accepted(CompletableFuture<Decision> reply) {
    return switch (await(reply)) {
      case Decision.Accepted accepted -> accepted;
      case Decision.Late(var why) -> throw HttpProblem.conflict("too_late", why);
      case Decision.Refused(var refusal) -> throw problem(refusal);
    };
  }

  /// The same, but what has happened before is as good.
  ///
  /// @throws HttpProblem if it is not accepted
  static void acceptedOrLate(CompletableFuture<Decision> reply) {
    if (await(reply) instanceof Decision.Refused(var refusal)) {
      throw problem(refusal);
    }
  }

  /// The problem of a refused request.
  static HttpProblem problem(Refusal refusal) {
    String code = refusal.code().wireName();
    return switch (refusal.code()) {
      case UNKNOWN -> new HttpProblem(Status.NOT_FOUND_404, code, refusal.message());
      case NOT_A_REVIEWER, SELF_APPROVAL ->
          new HttpProblem(Status.FORBIDDEN_403, code, refusal.message());
      case INVALID -> HttpProblem.unprocessable(code, refusal.message());
      case STALE_LEASE, WRONG_STATE, ALREADY_ENDED, ALREADY_CANCELLING ->
          HttpProblem.conflict(code, refusal.message());
      case UNFIT, NO_PLACE, TOOL_UNAVAILABLE -> HttpProblem.conflict(code, refusal.message());
    };
  }

  private static Decision await(CompletableFuture<Decision> reply) {
    try {
      return reply.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case StoreUnavailable failure -> unavailable(String.valueOf(failure.getMessage()), e);
        case OrchestratorUnavailable rejected ->
            unavailable(String.valueOf(rejected.getMessage()), e);
        case ConstraintViolation _ ->
            HttpProblem.conflict(
                "rejected_by_store", "the store rejects it. The server's log has the reason");
        case TimeoutException _ ->
            HttpProblem.undecided("not decided yet; look at the run again in a minute", e);
        case null, default -> e;
      };
    }
  }

  private static HttpProblem unavailable(String why, Throwable cause) {
    return new HttpProblem(Status.SERVICE_UNAVAILABLE_503, "unavailable", why, cause);
  }

  private Decisions() {}
}
