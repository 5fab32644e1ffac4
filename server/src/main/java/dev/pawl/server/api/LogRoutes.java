package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.VIEW;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.connections.GuardedConnection;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Routes of the logs of a job: a step's log by bytes, by lines, from its end, or as it comes; and
/// search.
final class LogRoutes {

  private static final String LOGS = JobRoutes.JOB + "/logs";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final HeaderName FIRST_LINE = HeaderNames.create("Pawl-First-Line");
  private static final HeaderName FIRST_BYTE = HeaderNames.create("Pawl-First-Byte");
  private static final HeaderName LINES = HeaderNames.create("Pawl-Lines");

  private static final Duration SEARCH_TIME = Duration.ofSeconds(2);

  /// Longest time that a client may take to read a part of a log.
  private static final Duration CHUNK_TIME = Duration.ofMinutes(1);

  private static final int MOST_SUMMARY = 1024 * 1024;
  private static final int MOST_ANNOTATIONS = 200;

  /// How the agent prints an annotation.
  private static final Pattern ANNOTATION =
      Pattern.compile("(Error|Warning|Notice): (.*?)(?: \\(([^()\\s]+(?::\\d+){0,2})\\))?");

  private static final int MOST_MATCHES = 1_000;
  private static final int LONGEST_SEARCH = 1_000;
  private static final int BLOCK_LINES = 10_000;

  /// Longest text of a line that a match shows.
  private static final int LONGEST_LINE = 2_000;

  private final ApiServices services;
  private final RunReader reader;

  LogRoutes(ApiServices services, RunReader reader) {
    this.services = services;
    this.reader = reader;
  }

  /// A line that a search has found.
  ///
  /// @param line its number, from 1
  public record LogMatch(long line, String text) {}

  /// The lines that a search has found.
  ///
  /// @param next cursor to go on with; null if the log was searched to its end
  /// @param cutShort whether the time was over before the end
  public record LogMatches(List<LogMatch> items, @Nullable String next, boolean cutShort) {
    public LogMatches {
      items = List.copyOf(items);
    }
  }

  List<Route> routes() {
    return List.of(
        Route.text(LOGS, VIEW, "Read the log of a step.", this::read)
            .query("attempt", "number of the attempt; the current one unless given")
            .query("step", "index of the step; all steps, one after the other, unless given")
            .query("lines", "lines `from-to`, counted from 1, of one step")
            .query("tail", "so many last lines, of one step")
            .query("follow", "events with new bytes until the step has ended, of one step"),
        Route.get(
                LOGS + "/search", VIEW, "Search the log of a step.", LogMatches.class, this::search)
            .query("attempt", "number of the attempt; the current one unless given")
            .query("step", "index of the step")
            .query("q", "what to search for")
            .query("regex", "`true` if that is a regular expression (RE2)")
            .query("cursor", "`next` of the answer before"),
        Route.text(
            RunRoutes.RUN + "/summary",
            VIEW,
            "Read the summaries that the steps of a run have written, as Markdown.",
            this::summary),
        Route.list(
            RunRoutes.RUN + "/annotations",
            VIEW,
            "List the errors, warnings and notices that steps have printed for people.",
            Annotation.class,
            this::annotations));
  }

  /// The summaries of the jobs' last attempts, in the order of the jobs.
  private Answer summary(ApiRequest request) {
    RunRow run = reader.run(request.org(), request.path("run"));
    var text = new StringBuilder();
    for (AttemptRow attempt : lastAttempts(request, run)) {
      services
          .logFiles()
          .newest(run.id(), attempt.job(), attempt.attempt(), LogFrame.SUMMARY_INDEX)
          .ifPresent(log ->
              text.append(new String(log.bytes(0, MOST_SUMMARY), StandardCharsets.UTF_8))
                  .append('\n'));
    }
    return Answer.text("text/markdown; charset=utf-8", text.toString());
  }

  private List<AttemptRow> lastAttempts(ApiRequest request, RunRow run) {
    Map<Integer, AttemptRow> last = new java.util.TreeMap<>();
    reader.queries(request.org()).attempts(run.id()).forEach(one -> last.put(one.job(), one));
    return List.copyOf(last.values());
  }

  /// What a step has printed for people.
  ///
  /// @param level error, warning or notice
  /// @param line its number in the log of the step
  /// @param place `file:line:column`, as far as the step has said it; null if it has not
  public record Annotation(
      String job,
      int attempt,
      int step,
      long line,
      String level,
      String message,
      @Nullable String place) {}

  /// Looks at a bounded number of log lines of the last attempts.
  private Answer annotations(ApiRequest request) {
    RunRow run = reader.run(request.org(), request.path("run"));
    long deadline = System.nanoTime() + SEARCH_TIME.toNanos();
    List<Annotation> found = new ArrayList<>();
    for (AttemptRow attempt : lastAttempts(request, run)) {
      for (StepRow step : reader.queries(request.org()).steps(run.id())) {
        if (step.job() == attempt.job() && step.attempt() == attempt.attempt()) {
          services
              .logFiles()
              .newest(run.id(), step.job(), step.attempt(), step.step())
              .ifPresent(log -> annotations(log, attempt, step, deadline, found));
        }
      }
    }
    return Answer.page(found.stream().limit(request.limit()).toList(), null);
  }

  private static void annotations(
      LogReader log, AttemptRow attempt, StepRow step, long deadline, List<Annotation> found) {
    long line = 1;
    while (found.size() < MOST_ANNOTATIONS && System.nanoTime() < deadline) {
      LogReader.Excerpt block = log.lines(line, BLOCK_LINES);
      if (block.bytes().length == 0) {
        return;
      }
      for (String text : new String(block.bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        var matcher = ANNOTATION.matcher(text);
        if (matcher.matches() && found.size() < MOST_ANNOTATIONS) {
          found.add(
              new Annotation(
                  attempt.jobId(),
                  attempt.attempt(),
                  step.step(),
                  line,
                  matcher.group(1).toLowerCase(java.util.Locale.ROOT),
                  matcher.group(2),
                  matcher.group(3)));
        }
        line++;
      }
      line = block.line() + newlines(block.bytes());
      if (block.bytes()[block.bytes().length - 1] != '\n') {
        return;
      }
    }
  }

  /// An attempt of a job, and a step of it.
  private record Place(
      String org, RunRow run, AttemptRow attempt, List<StepRow> steps, Optional<Integer> step) {
    RunId id() {
      return run.id();
    }
  }

  private Place place(ApiRequest request) {
    RunRow run = reader.run(request.org(), request.path("run"));
    var queries = reader.queries(request.org());
    List<AttemptRow> job = reader.job(run, queries.attempts(run.id()), request.path("job"));
    long number =
        request.number("attempt", 1, Integer.MAX_VALUE).orElse((long) job.getLast().attempt());
    AttemptRow attempt =
        job.stream()
            .filter(one -> one.attempt() == number)
            .findFirst()
            .orElseThrow(() -> HttpProblem.notFound("there is no attempt %d".formatted(number)));
    List<StepRow> steps =
        queries.steps(run.id()).stream()
            .filter(step -> step.job() == attempt.job() && step.attempt() == attempt.attempt())
            .toList();
    Optional<Integer> step = request.number("step", 0, Integer.MAX_VALUE).map(Long::intValue);
    if (step.isPresent() && steps.stream().noneMatch(one -> one.step() == step.get())) {
      throw HttpProblem.notFound(
          "step %d of job '%s' has not started".formatted(step.get(), attempt.jobId()));
    }
    return new Place(request.org(), run, attempt, steps, step);
  }

  private Optional<LogReader> log(Place place, int step) {
    return services
        .logFiles()
        .newest(place.id(), place.attempt().job(), place.attempt().attempt(), step);
  }

  private Answer read(ApiRequest request) {
    Place place = place(request);
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
    Optional<LogReader> log = log(place, step);
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

  private Answer whole(ApiRequest request, Place place) {
    List<LogReader> logs =
        place.steps().stream().flatMap(step -> log(place, step.step()).stream()).toList();
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
      ApiRequest request, io.helidon.webserver.http.ServerResponse response, Place place, int step)
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
  private Optional<LogReader> await(EventStream events, Place place, int step)
      throws InterruptedException {
    while (true) {
      boolean isOver = isOver(place, step);
      Optional<LogReader> log = log(place, step);
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

  private boolean isOver(Place place, int step) {
    return reader.queries(place.org()).steps(place.id()).stream()
        .filter(row ->
            row.job() == place.attempt().job()
                && row.attempt() == place.attempt().attempt()
                && row.step() == step)
        .allMatch(row ->
            StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, row.state())));
  }

  private Answer search(ApiRequest request) {
    Place place = place(request);
    int step = place.step().orElseThrow(() -> HttpProblem.badRequest("`step` is required"));
    String wanted = request.query("q").orElseThrow(() -> HttpProblem.badRequest("`q` is required"));
    if (wanted.length() > LONGEST_SEARCH) {
      throw HttpProblem.badRequest(
          "`q` must have at most %,d characters".formatted(LONGEST_SEARCH));
    }
    Pattern pattern = pattern(wanted, request.query("regex").filter("true"::equals).isPresent());
    String cursor = request.cursor();
    if (!cursor.matches("[0-9]{0,12}")) {
      throw HttpProblem.badRequest("`cursor` must be the `next` of the answer before");
    }
    long first = cursor.isEmpty() ? 1 : Long.parseLong(cursor);
    Optional<LogReader> log = log(place, step);
    return Answer.ok(
        log.map(its -> matches(its, pattern, first))
            .orElse(new LogMatches(List.of(), null, false)));
  }

  private static Pattern pattern(String wanted, boolean isRegex) {
    try {
      return Pattern.compile(isRegex ? wanted : Pattern.quote(wanted));
    } catch (PatternSyntaxException e) {
      throw HttpProblem.badRequest(
          "`q` is no regular expression: %s".formatted(e.getDescription()));
    }
  }

  private static LogMatches matches(LogReader log, Pattern pattern, long first) {
    long deadline = System.nanoTime() + SEARCH_TIME.toNanos();
    List<LogMatch> found = new ArrayList<>();
    long line = first;
    while (true) {
      LogReader.Excerpt block = log.lines(line, BLOCK_LINES);
      if (block.bytes().length == 0) {
        return new LogMatches(found, null, false);
      }
      for (String text : new String(block.bytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        if (text.isEmpty()) {
          line++;
          continue;
        }
        if (pattern.matcher(text).find()) {
          found.add(new LogMatch(line, text.substring(0, Math.min(text.length(), LONGEST_LINE))));
        }
        line++;
        if (found.size() == MOST_MATCHES || System.nanoTime() > deadline) {
          return new LogMatches(found, Long.toString(line), found.size() < MOST_MATCHES);
        }
      }
      line = block.line() + newlines(block.bytes());
      if (block.bytes()[block.bytes().length - 1] != '\n') {
        return new LogMatches(found, null, false);
      }
    }
  }

  private static long newlines(byte[] bytes) {
    long count = 0;
    for (byte one : bytes) {
      count += one == '\n' ? 1 : 0;
    }
    return count;
  }
}
