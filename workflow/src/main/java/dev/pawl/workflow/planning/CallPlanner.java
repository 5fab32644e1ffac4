package dev.pawl.workflow.planning;

import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.InputDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Plans a job that calls a reusable workflow: one call, or one for each cell of its matrix.
final class CallPlanner {

  private static final int MOST_CALLS = 10_000;

  private final PlanBuilder drafting;
  private final WorkflowInstance unit;
  private final JobDefinition job;
  private final JobWork.WorkflowCall calls;
  private final ExpressionScope sight;
  private final ConditionForecast outlook;

  /// Whether an error is reported now. For a job that may be skipped it is left to the run.
  private final boolean isCertain;

  CallPlanner(
      PlanBuilder drafting, WorkflowInstance unit, JobDefinition job, JobWork.WorkflowCall calls) {
    this.drafting = drafting;
    this.unit = unit;
    this.job = job;
    this.calls = calls;
    this.sight = unit.scopeOf(job);
    this.outlook = ConditionForecast.of(job, unit.context(), sight, drafting.errors());
    this.isCertain = unit.isCertainToRun(outlook);
  }

  void draft() {
    if (calls.target().isEmpty()) {
      String why =
          calls.isLocal()
              ? "there is no such workflow"
              : "only workflows of the repository can be called";
      drafting.addFailingJob(unit, job, outlook, calls.position(), calls.workflow(), why);
      return;
    }
    Workflow called = calls.target().get();
    Optional<MatrixStrategy> strategy =
        outlook.isFalse() ? Optional.empty() : JobTemplateBuilder.strategy(job);
    if (strategy.isEmpty()) {
      draft(called, Optional.empty(), Optional.empty());
    } else {
      matrix(called, strategy.get());
    }
  }

  private void matrix(Workflow called, MatrixStrategy strategy) {
    Position position = job.strategy().map(one -> one.position()).orElse(job.position());
    if (!unit.context().canEvaluate(strategy.texts())) {
      drafting
          .errors()
          .error(
              position,
              "the matrix of a call cannot depend on other jobs",
              "call it from a job each");
      return;
    }
    try {
      var rendering = new TextEvaluator(sight);
      MatrixPolicy shared = strategy.policy(unit.scope().idOf(job.id()), rendering);
      List<MatrixCell> cells = strategy.cells(rendering, drafting.allowance());
      for (MatrixCell cell : cells) {
        draft(called, Optional.of(cell), Optional.of(shared));
      }
      if (cells.isEmpty()) {
        drafting.addSkippedJob(unit, job, outlook, strategy);
      }
    } catch (TextEvaluationException e) {
      if (isCertain) {
        drafting.errors().error(position, e.message(), "");
      } else {
        drafting.addFailingJob(unit, job, outlook, position, calls.workflow(), e.message());
      }
    }
  }

  private void draft(Workflow called, Optional<MatrixCell> cell, Optional<MatrixPolicy> matrix) {
    ExpressionScope seen =
        sight
            .with("matrix", MatrixCell.matrix(cell))
            .with("strategy", MatrixCell.strategy(cell, matrix));
    CallInterface call = called.on().call().orElseThrow();
    String suffix = cell.map(one -> " (%s)".formatted(one.label())).orElse("");
    var scope =
        new WorkflowScope(
            unit.index(),
            unit.scope().idOf(job.id() + suffix),
            job.id(),
            unit.neededKeys(job),
            outlook.condition(),
            inputs(call, new TextEvaluator(seen)),
            outputs(call),
            calls.inheritsSecrets()
                ? WorkflowScope.PassedSecrets.ALL
                : new WorkflowScope.PassedSecrets(false, TemplateSources.of(calls.secrets())),
            cell,
            matrix);
    int index = drafting.add(scope);
    if (index > MOST_CALLS) {
      drafting
          .errors()
          .error(job.position(), "more than %,d calls in a run".formatted(MOST_CALLS), "");
      return;
    }
    WorkflowInstance made = unit.call(called, index, scope, name(seen, suffix), outlook);
    unit.expansionOf(job.id()).calls().add(made);
    drafting.draft(made);
  }

  /// The name for people. A name that cannot be evaluated yet is the call's id.
  private String name(ExpressionScope seen, String suffix) {
    String name = JobTemplateBuilder.name(job);
    boolean isPlain = !name.contains("${{");
    if (!unit.context().canEvaluate(Stream.of(name))) {
      return job.id() + suffix;
    }
    try {
      return new TextEvaluator(seen).text("name", name) + (isPlain ? suffix : "");
    } catch (TextEvaluationException e) {
      if (isCertain) {
        drafting.errors().error(job.position(), e.message(), "");
      }
      return job.id() + suffix;
    }
  }

  private static SequencedMap<String, String> outputs(CallInterface call) {
    SequencedMap<String, String> outputs = new LinkedHashMap<>();
    call.outputs().forEach(output -> outputs.put(output.name(), output.value().source()));
    return outputs;
  }

  private SequencedMap<String, WorkflowScope.Input> inputs(
      CallInterface call, TextEvaluator rendering) {
    Map<String, TemplateValue> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(calls.with());
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    for (InputDefinition input : call.inputs()) {
      Optional<TemplateValue> data =
          Optional.ofNullable(given.get(input.name())).or(input::defaultValue);
      try {
        inputs.put(input.name(), input(input, data, rendering));
      } catch (TextEvaluationException e) {
        if (!isCertain && data.orElse(null) instanceof TemplateValue.Computed(var text)) {
          inputs.put(input.name(), new WorkflowScope.Input.Open(type(input), text.source()));
        } else {
          drafting.errors().error(position(data), e.message(), "");
        }
      }
    }
    return inputs;
  }

  private WorkflowScope.Input input(
      InputDefinition input, Optional<TemplateValue> data, TextEvaluator rendering)
      throws TextEvaluationException {
    WorkflowScope.InputType type = type(input);
    if (data.isEmpty()) {
      return new WorkflowScope.Input.Known(nothing(type));
    }
    Value raw = TemplateSources.of(data.get());
    if (data.get() instanceof TemplateValue.Computed(var text)
        && !unit.context().canEvaluate(Stream.of(text.source()))) {
      return new WorkflowScope.Input.Open(type, text.source());
    }
    return new WorkflowScope.Input.Known(type.of(input.name(), rendering.value(input.name(), raw)));
  }

  private Position position(Optional<TemplateValue> data) {
    return data.isPresent() && data.get() instanceof TemplateValue.Computed(var text)
        ? text.position()
        : calls.position();
  }

  private static WorkflowScope.InputType type(InputDefinition input) {
    return switch (input.type()) {
      case STRING, CHOICE, ENVIRONMENT -> WorkflowScope.InputType.STRING;
      case NUMBER -> WorkflowScope.InputType.NUMBER;
      case BOOLEAN -> WorkflowScope.InputType.BOOLEAN;
    };
  }

  private static Value nothing(WorkflowScope.InputType type) {
    return switch (type) {
      case STRING -> new Value.Text("");
      case NUMBER -> new Value.Num(0);
      case BOOLEAN -> Value.Bool.FALSE;
    };
  }
}
