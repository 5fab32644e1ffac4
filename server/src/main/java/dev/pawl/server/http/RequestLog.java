package dev.pawl.server.http;

import dev.pawl.server.auth.Principal;
import io.helidon.http.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/// The line of one request in the server's log: who asked for what, and what came of it. What
/// changes something is logged at info, what only looks at debug. So is what anybody could send
/// without end: requests without a valid token, and those that are rejected for a lack of room.
final class RequestLog {

  private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);
  private static final int NO_ROOM = 507;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Route route;
  private final Map<String, String> path;
  private final long began = System.nanoTime();
  private @Nullable Principal caller;

  /// @param path the parameters in its path
  RequestLog(Route route, Map<String, String> path) {
    this.route = route;
    this.path = path;
  }

  /// A line.
  ///
  /// @param keys structured values, in order
  record Line(Level level, Map<String, Object> keys) {}

  /// Who makes the request.
  void caller(Principal its) {
    caller = its;
  }

  void answered(Answer answer) {
    write(line(status(answer), null));
  }

  void rejected(HttpProblem problem) {
    write(line(problem.status().code(), problem));
  }

  Line line(int status, @Nullable HttpProblem problem) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("route", route.method() + " " + route.path());
    keys.putAll(path);
    if (caller != null) {
      keys.put("user", caller.user());
    }
    keys.put("status", status);
    if (problem != null) {
      keys.put("code", problem.code());
      problem.id().ifPresent(id -> keys.put("id", id));
    }
    keys.put("ms", (System.nanoTime() - began) / NANOS_PER_MILLI);
    return new Line(level(status), keys);
  }

  private Level level(int status) {
    boolean isKnown = caller != null || status < Status.BAD_REQUEST_400.code();
    boolean isBounded = status != Status.TOO_MANY_REQUESTS_429.code() && status != NO_ROOM;
    return !route.method().equals("GET") && isKnown && isBounded ? Level.INFO : Level.DEBUG;
  }

  private static int status(Answer answer) {
    return switch (answer) {
      case Answer.Json(var status, _, _) -> status.code();
      case Answer.Bytes(var status, _, _, _) -> status.code();
      case Answer.Empty _ -> Status.NO_CONTENT_204.code();
      case Answer.Stream _ -> Status.OK_200.code();
    };
  }

  private static void write(Line line) {
    LoggingEventBuilder event = LOG.atLevel(line.level());
    for (var key : line.keys().entrySet()) {
      event = event.addKeyValue(key.getKey(), key.getValue());
    }
    event.log("request");
  }
}
