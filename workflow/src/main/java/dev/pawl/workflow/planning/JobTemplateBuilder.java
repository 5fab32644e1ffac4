package dev.pawl.workflow.planning;

import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.workflow.model.ConcurrencyDefinition;
import dev.pawl.workflow.model.DeploymentEnvironment;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Builds the template of a job: the texts that are evaluated before the job is dispatched.
final class JobTemplateBuilder {

  static JobTemplate of(WorkflowInstance instance, JobDefinition job, JobWork.Steps work) {
    boolean hasGrace = work.gracePeriod().isPresent();
    return new JobTemplate(
        instance.name(),
        name(job),
        // A group of agents is a label like any other.
        Stream.concat(work.runsOn().group().stream(), work.runsOn().labels().stream())
            .map(TemplateText::source)
            .toList(),
        TemplateSources.of(work.timeoutMinutes()),
        hasGrace ? "" : TemplateSources.of(work.cancelTimeoutMinutes()),
        TemplateSources.of(work.continueOnError()),
        job.concurrency().map(JobTemplateBuilder::group),
        TemplateSources.of(work.environment().map(DeploymentEnvironment::name)),
        strategy(job));
  }

  static String name(JobDefinition job) {
    return job.name().map(TemplateText::source).filter(text -> !text.isBlank()).orElse(job.id());
  }

  /// The strategy of a job; empty where it has no matrix.
  static Optional<MatrixStrategy> strategy(JobDefinition job) {
    return job.strategy()
        .flatMap(strategy ->
            strategy
                .matrix()
                .map(matrix ->
                    new MatrixStrategy(
                        TemplateSources.of(matrix),
                        TemplateSources.of(strategy.failFast()),
                        TemplateSources.of(strategy.maxParallel()))));
  }

  static JobTemplate.GroupTemplate group(ConcurrencyDefinition asked) {
    return new JobTemplate.GroupTemplate(
        asked.key().source(),
        asked.isCommand(),
        asked.max(),
        TemplateSources.of(asked.cancelInProgress()),
        asked.queue());
  }

  /// The labels without expressions, until all of them are evaluated.
  static List<String> literal(List<String> labels) {
    return labels.stream().filter(label -> !label.contains("${{")).toList();
  }

  private JobTemplateBuilder() {}
}
