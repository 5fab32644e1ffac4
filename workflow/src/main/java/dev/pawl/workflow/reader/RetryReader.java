package dev.pawl.workflow.reader;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.keys.FailureClasses;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.StepRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads `retry`, of a workflow, a job or a step.
final class RetryReader {

  static Optional<RunRules.Retry> ofRun(Fields workflow) {
    return workflow
        .fields("retry", Place.RETRY)
        .map(retry -> new RunRules.Retry(max(retry), backoff(retry, Backoff.OF_RUNS)));
  }

  static Optional<RetryPolicy> ofJob(Fields job) {
    return job.fields("retry", Place.JOB_RETRY)
        .map(retry -> new RetryPolicy(max(retry), classes(retry), backoff(retry, Backoff.OF_JOBS)));
  }

  static Optional<StepRules.Retry> ofStep(Fields step) {
    return step.fields("retry", Place.STEP_RETRY)
        .map(retry -> {
          Optional<Fields> on = retry.fields("on", Place.STEP_RETRY_ON);
          return new StepRules.Retry(
              max(retry),
              on.map(found -> found.integers("exit-codes")).orElse(List.of()),
              on.map(found -> found.string("log")).orElse(""),
              backoff(retry, StepPolicy.BACKOFF));
        });
  }

  private static List<ReasonCode> classes(Fields retry) {
    return retry.mentions("on")
        ? retry.strings("on").stream()
            .flatMap(word -> FailureClasses.find(word).stream())
            .distinct()
            .toList()
        : RetryPolicy.DEFAULT.on();
  }

  private static int max(Fields retry) {
    return retry.integer("max").orElse(0);
  }

  /// A duration is the first wait; what is not written is as in `fallback`.
  private static Backoff backoff(Fields retry, Backoff fallback) {
    Optional<Duration> first = retry.duration("backoff");
    if (first.isPresent()) {
      return bounded(first.get(), fallback.factor(), fallback.max());
    }
    return retry
        .fields("backoff", Place.BACKOFF)
        .map(backoff ->
            bounded(
                backoff.duration("initial").orElse(fallback.initial()),
                backoff
                    .scalar("factor")
                    .map(scalar -> Scalars.number(scalar.text()))
                    .orElse(fallback.factor()),
                backoff.duration("max").orElse(fallback.max())))
        .orElse(fallback);
  }

  /// A first wait beyond the bound is the bound then.
  private static Backoff bounded(Duration initial, double factor, Duration max) {
    return new Backoff(initial, factor, initial.compareTo(max) > 0 ? initial : max);
  }

  private RetryReader() {}
}
