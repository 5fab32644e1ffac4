package dev.pawl.server.health;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.metrics.CounterFamily;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.SqlStore;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The endpoints by which others watch a server. They need no token.
public final class HealthEndpoints {

  /// A server that is further behind is not ready.
  static final Duration MOST_LAG = Duration.ofSeconds(30);

  private static final Duration SAMPLE_AGE = Duration.ofSeconds(2);
  private static final double MILLIS = 1_000;

  private final SqlStore store;
  private final Orchestrator orchestrator;
  private final Supplier<State> state;
  private final Duration silence;
  private final CounterFamily errors;
  private @Nullable LoadSample sample;
  private volatile boolean isStopping;

  /// @param state health of the orchestrator
  /// @param errors of the server itself, by component
  public HealthEndpoints(
      SqlStore store,
      Orchestrator orchestrator,
      Supplier<State> state,
      Deadlines deadlines,
      CounterFamily errors) {
    this.store = store;
    this.orchestrator = orchestrator;
    this.state = state;
    this.silence = deadlines.heartbeat().multipliedBy(2);
    this.errors = errors;
  }

  public void routing(HttpRules rules) {
    rules
        .get("/healthz", (_, response) -> response.send("ok\n"))
        .get("/readyz", this::ready)
        .get("/metrics", this::metrics);
  }

  /// From now on the server is not ready.
  public void stop() {
    isStopping = true;
  }

  private void ready(ServerRequest request, ServerResponse response) {
    if (isStopping) {
      unready(response, "the server is stopping");
      return;
    }
    switch (state.get()) {
      case State.Serving _ -> readyUnlessLate(response);
      case State.Unavailable(var reason, _) -> unready(response, reason);
      case State.Failed(var reason, _) -> unready(response, reason);
      case State.Stopped _ -> unready(response, "the server is stopping");
    }
  }

  private void readyUnlessLate(ServerResponse response) {
    Duration lag;
    try {
      lag = lag(sample());
    } catch (StoreUnavailable e) {
      unready(response, String.valueOf(e.getMessage()));
      return;
    }
    if (lag.compareTo(MOST_LAG) > 0) {
      unready(
          response,
          "the server is overloaded: a deadline passed %d s ago and was not acted on"
              .formatted(lag.toSeconds()));
      return;
    }
    response.send(
        orchestrator.dispatchPause().map("ready, but "::concat).orElse("ready")
            + String.format(Locale.ROOT, "\nlag %.1f s\n", lag.toMillis() / MILLIS));
  }

  /// Not logged: the reason is in the log already, and load balancers ask every second.
  private static void unready(ServerResponse response, String reason) {
    HttpProblem.withoutId(Status.SERVICE_UNAVAILABLE_503, "unavailable", reason).send(response);
  }

  /// No lease expires before the agents could connect.
  private Duration lag(LoadSample load) {
    Instant served = orchestrator.servedSince();
    return load.lag(served.plus(Deadlines.MIN_SERVED_BEFORE_EXPIRY));
  }

  private synchronized LoadSample sample() {
    Instant now = store.now();
    LoadSample known = sample;
    if (known == null || known.at().plus(SAMPLE_AGE).isBefore(now)) {
      known = LoadSample.of(store.load(), now, silence);
      sample = known;
    }
    return known;
  }

  /// Without the figures of the store if that is away: the others are needed most then.
  private void metrics(ServerRequest request, ServerResponse response) {
    var page = new MetricsPage(orchestrator, errors);
    try {
      LoadSample load = sample();
      page.write(load, lag(load));
    } catch (StoreUnavailable _) {
      // It is in the log, and /readyz says so.
    }
    response
        .header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
        .send(page.text());
  }
}
