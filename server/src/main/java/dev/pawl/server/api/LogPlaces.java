package dev.pawl.server.api;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the logs that requests name: of which attempt of a job, and of which step.
record LogPlaces(ApiServices services, RunReader reader) {

  /// An attempt of a job, and a step of it.
  record Place(
      String org, RunRow run, AttemptRow attempt, List<StepRow> steps, Optional<Integer> step) {
    RunId id() {
      return run.id();
    }
  }

  /// The place that a request names.
  ///
  /// @throws HttpProblem if there is no such attempt or step
  Place of(ApiRequest request) {
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
    boolean mayStart = attempt.endedAt() == null && request.raw().query().contains("follow");
    if (step.isPresent()
        && !mayStart
        && steps.stream().noneMatch(one -> one.step() == step.get())) {
      throw HttpProblem.notFound(
          "step %d of job '%s' has not started".formatted(step.get(), attempt.jobId()));
    }
    return new Place(request.org(), run, attempt, steps, step);
  }

  /// The log of a step of a place.
  Optional<LogReader> log(Place place, int step) {
    return log(place.run(), place.attempt(), step);
  }

  /// The log of a step of an attempt.
  Optional<LogReader> log(RunRow run, AttemptRow attempt, int step) {
    return services.logFiles().newest(run.id(), attempt.job(), attempt.attempt(), step);
  }

  /// The last attempts of the jobs of a run, in the order of the jobs.
  List<AttemptRow> lastAttempts(String org, RunRow run) {
    Map<Integer, AttemptRow> last = new TreeMap<>();
    reader.queries(org).attempts(run.id()).forEach(one -> last.put(one.job(), one));
    return List.copyOf(last.values());
  }
}
