package dev.pawl.workflow.reader.policy;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.keys.EnumKeywords;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads `retry`, of a workflow, a job or a step.
final class RetryReader {

  static int maxOfRun(SectionReader workflow) {
    return workflow.fields("retry", KeySection.RETRY).map(RetryReader::max).orElse(0);
  }

  static Backoff backoffOfRun(SectionReader workflow) {
    return workflow
        .fields("retry", KeySection.RETRY)
        .map(retry -> backoff(retry, Backoff.OF_RUNS))
        .orElse(Backoff.OF_RUNS);
  }

  static RetryPolicy ofJob(SectionReader job) {
    return job.fields("retry", KeySection.JOB_RETRY)
        .map(retry -> new RetryPolicy(max(retry), classes(retry), backoff(retry, Backoff.OF_JOBS)))
        .orElse(RetryPolicy.DEFAULT);
  }

  static StepPolicy.Retry ofStep(SectionReader step) {
    return step.fields("retry", KeySection.STEP_RETRY)
        .map(retry -> {
          Optional<SectionReader> on = retry.fields("on", KeySection.STEP_RETRY_ON);
          return new StepPolicy.Retry(
              max(retry),
              on.map(found -> found.integers("exit-codes")).orElse(List.of()),
              on.map(found -> found.string("log")).orElse(""),
              backoff(retry, StepPolicy.BACKOFF));
        })
        .orElse(StepPolicy.PLAIN.retry());
  }

  private static List<ReasonCode> classes(SectionReader retry) {
    return retry.has("on")
        ? retry.strings("on").stream()
            .flatMap(word -> EnumKeywords.find(word).stream())
            .distinct()
            .toList()
        : RetryPolicy.DEFAULT.on();
  }

  private static int max(SectionReader retry) {
    return retry.integer("max").orElse(0);
  }

  /// The backoff. A plain duration is the first wait; absent parts are those of `fallback`.
  private static Backoff backoff(SectionReader retry, Backoff fallback) {
    Optional<Duration> first = retry.duration("backoff");
    if (first.isPresent()) {
      return bounded(first.get(), fallback.factor(), fallback.max());
    }
    return retry
        .fields("backoff", KeySection.BACKOFF)
        .map(backoff ->
            bounded(
                backoff.duration("initial").orElse(fallback.initial()),
                backoff
                    .scalar("factor")
                    .map(scalar -> ScalarValues.number(scalar.text()))
                    .orElse(fallback.factor()),
                backoff.duration("max").orElse(fallback.max())))
        .orElse(fallback);
  }

  /// A backoff whose maximum is at least its first wait.
  private static Backoff bounded(Duration initial, double factor, Duration max) {
    return new Backoff(initial, factor, initial.compareTo(max) > 0 ? initial : max);
  }

  private RetryReader() {}
}
