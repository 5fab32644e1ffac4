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
    var planning = new Planning(workflow, reading.diagnostics().source(), trigger, inputs, match);
    return job.map(wanted -> reduced(planning, wanted))
        .orElseGet(() -> result(planning, plan(planning)));
  }

  /// A workflow that is triggered, with everything that its plan depends on.
  private record Planning(
      Workflow workflow,
      SourceText source,
      TriggerContext trigger,
      InputValues inputs,
      TriggerMatch match) {

    Planning with(Workflow other) {
      return new Planning(other, source, trigger, inputs, match);
    }
  }

  /// Plans one job and the jobs that it needs. A job of the file is selected before planning, so
  /// that errors of other jobs do not matter.
  private TriggerResult reduced(Planning planning, String wanted) {
    Workflow workflow = planning.workflow();
    PlanResult whole = plan(planning);
    JobReference.Match match =
        whole instanceof PlanResult.Planned(Plan plan, _)
            ? JobSelection.inPlan(workflow, plan, wanted)
            : JobSelection.inFile(workflow, wanted);
    return switch (match) {
      case JobReference.Match.Found(var found) when JobSelection.isInFile(workflow, found) -> {
        Planning part = planning.with(JobSelection.reduced(workflow, found.id()));
        yield result(part, plan(part));
      }
      case JobReference.Match.Found(var found) ->
          result(planning, JobSelection.reduced((PlanResult.Planned) whole, found.id()));
      case JobReference.Match.Ambiguous ambiguous -> broken(workflow.file(), ambiguous.message());
      case JobReference.Match.Unknown unknown ->
          whole instanceof PlanResult.Planned(Plan plan, _)
              ? broken(workflow.file(), unknown.message(workflow.file()) + lateCells(plan))
              : result(planning, whole);
    };
  }

  private static String lateCells(Plan plan) {
    return plan.jobs().stream().anyMatch(job -> job.template().isPresent())
        ? " The cells of a matrix that needs other jobs are known only during the run; name its job."
        : "";
  }

  private PlanResult plan(Planning planning) {
    PlanContexts contexts = contexts(planning.workflow(), planning.trigger(), planning.inputs());
    return Planner.plan(planning.workflow(), new PlanRequest(contexts, planning.match().reason()));
  }

  private TriggerResult result(Planning planning, PlanResult result) {
    Workflow workflow = planning.workflow();
    return switch (result) {
      case PlanResult.Planned(Plan plan, var skipped) ->
          new TriggerResult.Planned(
              workflow,
              planning.trigger().event().name(),
              planning.match().reason(),
              plan,
              skipped);
      case PlanResult.Rejected(var errors, var omitted) -> {
        var library = RepositoryLibrary.of(Path.of(workflow.file()), repository.directory());
        var findings = new PlanDiagnostics(planning.source(), library);
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
