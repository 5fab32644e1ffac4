package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.VIEW;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.pawl.protocol.LogFrame;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Routes of what is found in logs: lines, annotations, summaries. Each looks for a bounded time.
final class LogSearchRoutes {

  private static final Duration SEARCH_TIME = Duration.ofSeconds(2);
  private static final int MOST_MATCHES = 1_000;
  private static final int LONGEST_SEARCH = 1_000;
  private static final int BLOCK_LINES = 10_000;
  private static final int MOST_SUMMARY = 1024 * 1024;
  private static final int MOST_ANNOTATIONS = 200;

  /// Longest text of a line that a match shows.
  private static final int LONGEST_LINE = 2_000;

  /// How the agent prints an annotation.
  private static final Pattern ANNOTATION =
      Pattern.compile("(Error|Warning|Notice): (.*?)(?: \\(([^()\\s]+(?::\\d+){0,2})\\))?");

  private final ApiServices services;
  private final RunReader reader;
  private final LogPlaces places;

  LogSearchRoutes(ApiServices services, RunReader reader, LogPlaces places) {
    this.services = services;
    this.reader = reader;
    this.places = places;
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
        Route.get(
                LogRoutes.LOGS + "/search",
                VIEW,
                "Search the log of a step.",
                LogMatches.class,
                this::search)
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
    for (AttemptRow attempt : places.lastAttempts(request.org(), run)) {
      services
          .logFiles()
          .newest(run.id(), attempt.job(), attempt.attempt(), LogFrame.SUMMARY_INDEX)
          .ifPresent(log ->
              text.append(new String(log.bytes(0, MOST_SUMMARY), StandardCharsets.UTF_8))
                  .append('\n'));
    }
    return Answer.text("text/markdown; charset=utf-8", text.toString());
  }

  /// A message that a step has printed for people.
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
    for (AttemptRow attempt : places.lastAttempts(request.org(), run)) {
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

  private Answer search(ApiRequest request) {
    LogPlaces.Place place = places.of(request);
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
    Optional<LogReader> log = places.log(place, step);
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
