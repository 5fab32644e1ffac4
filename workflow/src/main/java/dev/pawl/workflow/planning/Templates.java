package dev.pawl.workflow.planning;

import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Strategy;
import dev.pawl.workflow.model.Concurrency;
import dev.pawl.workflow.model.Environment;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Work;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What of a job is evaluated before an agent has it.
final class Templates {

  static JobTemplate of(Unit unit, Job job, Work.Steps work) {
    boolean hasGrace = work.rules().grace().isPresent();
    return new JobTemplate(
        unit.name(),
        name(job),
        // A group of agents is known by its label.
        Stream.concat(work.runsOn().group().stream(), work.runsOn().labels().stream())
            .map(Text::source)
            .toList(),
        Sources.of(work.timeoutMinutes()),
        hasGrace ? "" : Sources.of(work.cancelTimeoutMinutes()),
        Sources.of(work.continueOnError()),
        job.concurrency().map(Templates::group),
        Sources.of(work.environment().map(Environment::name)),
        strategy(job));
  }

  static String name(Job job) {
    return job.name().map(Text::source).filter(text -> !text.isBlank()).orElse(job.id());
  }

  /// One without a matrix has nothing to say.
  static Optional<Strategy> strategy(Job job) {
    return job.strategy()
        .flatMap(strategy ->
            strategy
                .matrix()
                .map(matrix ->
                    new Strategy(
                        Sources.of(matrix),
                        Sources.of(strategy.failFast()),
                        Sources.of(strategy.maxParallel()))));
  }

  static JobTemplate.Group group(Concurrency asked) {
    return new JobTemplate.Group(
        asked.key().source(),
        asked.isCommand(),
        asked.max(),
        Sources.of(asked.cancelInProgress()),
        asked.queue());
  }

  /// The labels that are known, until all of them are.
  static List<String> literal(List<String> labels) {
    return labels.stream().filter(label -> !label.contains("${{")).toList();
  }

  private Templates() {}
}
