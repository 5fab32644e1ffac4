package dev.pawl.cli.workflows;

import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.Planner;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.diagnostics.SourceText;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.InputValues;
import dev.pawl.workflow.trigger.TriggerMatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads workflows, matches them with the event, and plans those that are triggered.
///
/// @param job the only job to run, with the jobs that it needs
/// @param run the id of the run that will be started, if one will be
public record TriggerEvaluator(
    RepositoryState repository, EventOptions events, Optional<String> job, Optional<RunId> run) {

  /// Evaluates a file that the user has named.
  public TriggerResult evaluateRequested(Path file) {
    return read(file, this::evaluateRequested);
  }

  /// Evaluates a workflow that has been read.
  public TriggerResult evaluateRequested(WorkflowReadResult.Accepted reading) {
    return of(reading, events.triggerContext(repository, reading.accepted().on()));
  }

  /// Evaluates all files for one event.
  public List<TriggerResult> evaluateAll(List<Path> files, TriggerContext trigger) {
    return files.stream().map(file -> read(file, reading -> of(reading, trigger))).toList();
  }

  private TriggerResult read(Path file, Function<WorkflowReadResult.Accepted, TriggerResult> then) {
    try {
      return switch (InputFileReader.read(file, repository.directory())) {
        case WorkflowReadResult.Accepted accepted -> {
          System.err.print(accepted.diagnostics().render());
          yield then.apply(accepted);
        }
        case WorkflowReadResult.Rejected(var diagnostics) ->
            new TriggerResult.Invalid(file.toString(), diagnostics.render());
      };
    } catch (IOException e) {
      return broken(
          file.toString(), "cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)));
    }
  }

  private static TriggerResult.Invalid broken(String file, String problem) {
    return new TriggerResult.Invalid(file, "pawl: " + problem + "\n");
  }

  private TriggerResult of(WorkflowReadResult.Accepted reading, TriggerContext trigger) {
    Workflow workflow = reading.accepted();
    TriggerMatch match = trigger.match(workflow.on());
    if (!match.matches()) {
      return new TriggerResult.NotTriggered(workflow, match.reason());
    }
    ExpressionScope seen = ExpressionScope.of(contexts(workflow, trigger, InputValues.NONE));
    InputValues inputs = trigger.inputs(workflow.on(), seen);
    if (!inputs.problems().isEmpty()) {
      return broken(workflow.file(), String.join("\npawl: ", inputs.problems()));
    }
    Optional<Workflow> wanted =
        job.isEmpty() ? Optional.of(workflow) : JobSelection.of(workflow, job.get());
    return wanted
        .map(part -> planned(part, reading.diagnostics().source(), trigger, inputs, match))
        .orElseGet(
            () -> broken(workflow.file(), JobSelection.unknown(workflow, job.orElseThrow())));
  }

  private TriggerResult planned(
      Workflow workflow,
      SourceText source,
      TriggerContext trigger,
      InputValues inputs,
      TriggerMatch match) {
    PlanContexts contexts = contexts(workflow, trigger, inputs);
    return switch (Planner.plan(workflow, new PlanRequest(contexts, match.reason()))) {
      case PlanResult.Planned(Plan plan, var skipped) ->
          new TriggerResult.Planned(
              workflow, trigger.event().name(), match.reason(), plan, skipped);
      case PlanResult.Rejected(var errors, var omitted) -> {
        var library = RepositoryLibrary.of(Path.of(workflow.file()), repository.directory());
        var findings = new PlanDiagnostics(source, library);
        yield new TriggerResult.Invalid(workflow.file(), findings.render(errors, omitted));
      }
    };
  }

  private PlanContexts contexts(Workflow workflow, TriggerContext trigger, InputValues inputs) {
    Path file = Path.of(workflow.file());
    Value.Dict github = trigger.github(name(workflow), repository.fromRoot(file), inputs);
    Value.Dict ofRun = run.map(id -> GithubContext.ofRun(github, id.value())).orElse(github);
    return new PlanContexts(ofRun, inputs.values(), events.vars());
  }

  private static String name(Workflow workflow) {
    return workflow.name().isBlank() ? workflow.file() : workflow.name();
  }
}
