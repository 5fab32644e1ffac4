package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.VIEW;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.server.connections.GuardedConnection;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.logs.LogReader;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Routes of the logs of a job: a step's log by bytes, by lines, from its end, or as it comes.
final class LogRoutes {

  static final String LOGS = JobRoutes.JOB + "/logs";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final HeaderName FIRST_LINE = HeaderNames.create("Pawl-First-Line");
  private static final HeaderName FIRST_BYTE = HeaderNames.create("Pawl-First-Byte");
  private static final HeaderName LINES = HeaderNames.create("Pawl-Lines");

  /// Longest time that a client may take to read a part of a log.
  private static final Duration CHUNK_TIME = Duration.ofMinutes(1);

  private final ApiServices services;
  private final RunReader reader;
  private final LogPlaces places;

  LogRoutes(ApiServices services, RunReader reader, LogPlaces places) {
    this.services = services;
    this.reader = reader;
    this.places = places;
  }

  List<Route> routes() {
    return List.of(
        Route.text(LOGS, VIEW, "Read the log of a step.", this::read)
            .query("attempt", "number of the attempt; the current one unless given")
            .query("step", "index of the step; all steps, one after the other, unless given")
            .query("lines", "lines `from-to`, counted from 1, of one step")
            .query("tail", "so many last lines, of one step")
            .query("follow", "events with new bytes until the step has ended, of one step"));
  }

  private Answer read(ApiRequest request) {
    LogPlaces.Place place = places.of(request);
    if (place.step().isEmpty()) {
      for (String parameter : List.of("lines", "tail", "follow")) {
        if (request.raw().query().contains(parameter)) {
          throw HttpProblem.badRequest("`%s` needs `step`".formatted(parameter));
        }
      }
      return whole(request, place);
    }
    int step = place.step().get();
    if (request.raw().query().contains("follow")) {
      return new Answer.Stream(response -> follow(request, response, place, step));
    }
    Optional<LogReader> log = places.log(place, step);
    if (log.isEmpty()) {
      return Answer.text(TEXT, "");
    }
    return part(request, log.get());
  }

  private static Answer part(ApiRequest request, LogReader log) {
    Optional<String> lines = request.query("lines");
    if (lines.isPresent()) {
      return lines(lines.get(), log);
    }
    Optional<Long> tail = request.number("tail", 1, Integer.MAX_VALUE);
    if (tail.isPresent()) {
      return excerpt(log.tail((int) (long) tail.get()), log);
    }
    return bytes(request, List.of(log));
  }

  private static Answer lines(String range, LogReader log) {
    if (!range.matches("[1-9][0-9]{0,11}-[1-9][0-9]{0,11}")) {
      throw HttpProblem.badRequest("`lines` must be FROM-TO, counted from 1");
    }
    long from = Long.parseLong(range.substring(0, range.indexOf('-')));
    long to = Long.parseLong(range.substring(range.indexOf('-') + 1));
    if (to < from) {
      throw HttpProblem.badRequest("`lines` must be FROM-TO, and FROM at most TO");
    }
    return excerpt(log.lines(from, (int) Math.min(to - from + 1, Integer.MAX_VALUE)), log);
  }

  private static Answer excerpt(LogReader.Excerpt part, LogReader log) {
    Map<HeaderName, String> headers = new LinkedHashMap<>();
    headers.put(FIRST_LINE, Long.toString(part.line()));
    headers.put(FIRST_BYTE, Long.toString(part.offset()));
    headers.put(LINES, Long.toString(log.lines()));
    return new Answer.Bytes(Status.OK_200, TEXT, part.bytes(), headers);
  }

  private Answer whole(ApiRequest request, LogPlaces.Place place) {
    List<LogReader> logs =
        place.steps().stream().flatMap(step -> places.log(place, step.step()).stream()).toList();
    return bytes(request, logs);
  }

  /// All bytes of logs, one after the other, or the range of them that the request asks for.
  private static Answer bytes(ApiRequest request, List<LogReader> logs) {
    long size = logs.stream().mapToLong(LogReader::size).sum();
    Optional<ByteRange> range =
        request.header(HeaderNames.RANGE).flatMap(header -> ByteRange.of(header, size));
    if (range.isPresent() && range.get().isUnsatisfiable()) {
      throw new HttpProblem(
          Status.REQUESTED_RANGE_NOT_SATISFIABLE_416,
          "range_not_satisfiable",
          "the log has %d bytes".formatted(size));
    }
    ByteRange wanted = range.orElse(new ByteRange(0, size));
    return new Answer.Stream(response -> {
      response
          .header(HeaderNames.CONTENT_TYPE, TEXT)
          .header(HeaderNames.ACCEPT_RANGES, "bytes")
          .header(HeaderNames.CONTENT_LENGTH, Long.toString(wanted.length()));
      if (range.isPresent()) {
        response
            .status(Status.PARTIAL_CONTENT_206)
            .header(
                HeaderNames.CONTENT_RANGE,
                "bytes %d-%d/%d".formatted(wanted.from(), wanted.end() - 1, size));
      }
      try (var out = response.outputStream()) {
        copy(logs, wanted, out);
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    });
  }

  private static void copy(List<LogReader> logs, ByteRange wanted, java.io.OutputStream out)
      throws java.io.IOException {
    long begin = 0;
    for (LogReader log : logs) {
      long end = begin + log.size();
      long at = Math.max(wanted.from(), begin);
      while (at < Math.min(wanted.end(), end)) {
        int most = (int) Math.min(Math.min(wanted.end(), end) - at, LogReader.MOST_BYTES);
        byte[] bytes = log.bytes(at - begin, most);
        if (bytes.length == 0) {
          return; // it was deleted meanwhile
        }
        GuardedConnection.extend(CHUNK_TIME);
        out.write(bytes);
        at += bytes.length;
      }
      begin = end;
    }
  }

  /// Sends new bytes as events whose ids are offsets, so that a client goes on where it was.
  private void follow(
      ApiRequest request,
      io.helidon.webserver.http.ServerResponse response,
      LogPlaces.Place place,
      int step)
      throws InterruptedException {
    long from =
        request
            .header(EventStream.LAST_EVENT_ID)
            .or(() -> request.query("offset"))
            .filter(id -> id.matches("[0-9]{1,18}"))
            .map(Long::parseLong)
            .orElse(0L);
    try (var events = new EventStream(response)) {
      Optional<LogReader> log = await(events, place, step);
      if (log.isPresent()) {
        try (var follower =
            new LogFollower(services.logs(), log.get(), from, () -> isOver(place, step))) {
          while (!follower.isEnded()) {
            byte[] bytes = follower.next(EventStream.HEARTBEAT);
            events.send(Long.toString(follower.offset()), "log", text(bytes));
          }
        }
      }
      events.send("", "end", "{}");
    }
  }

  /// The log of a step that may not have printed anything yet.
  private Optional<LogReader> await(EventStream events, LogPlaces.Place place, int step)
      throws InterruptedException {
    while (true) {
      boolean isOver = isOver(place, step);
      Optional<LogReader> log = places.log(place, step);
      if (log.isPresent() || isOver) {
        return log;
      }
      events.keepAlive();
      Thread.sleep(LogFollower.POLL);
    }
  }

  private static String text(byte[] bytes) {
    return bytes.length == 0
        ? ""
        : dev.pawl.server.http.JsonBody.write(
            Map.of(
                "text",
                new String(bytes, StandardCharsets.UTF_8),
                "bytes",
                java.util.Base64.getEncoder().encodeToString(bytes)));
  }

  /// Whether nothing more will be printed: a step that has not started may, while its attempt is
  /// open.
  private boolean isOver(LogPlaces.Place place, int step) {
    var queries = reader.queries(place.org());
    boolean isAttemptOver =
        queries.attempts(place.id()).stream()
            .filter(row ->
                row.job() == place.attempt().job() && row.attempt() == place.attempt().attempt())
            .allMatch(row -> row.endedAt() != null);
    return queries.steps(place.id()).stream()
        .filter(row ->
            row.job() == place.attempt().job()
                && row.attempt() == place.attempt().attempt()
                && row.step() == step)
        .findFirst()
        .map(
            row -> StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, row.state())))
        .orElse(isAttemptOver);
  }
}
