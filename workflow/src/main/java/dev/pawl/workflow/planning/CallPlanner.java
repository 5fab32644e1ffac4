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

  private static final int MAX_CALLS = 10_000;

  private final PlanBuilder builder;
  private final WorkflowInstance instance;
  private final JobDefinition job;
  private final JobWork.WorkflowCall call;
  private final ExpressionScope jobScope;
  private final ConditionForecast forecast;

  /// Whether an error is reported now. For a job that may be skipped it is left to the run.
  private final boolean reportsErrors;

  CallPlanner(
      PlanBuilder builder,
      WorkflowInstance instance,
      JobDefinition job,
      JobWork.WorkflowCall call) {
    this.builder = builder;
    this.instance = instance;
    this.job = job;
    this.call = call;
    this.jobScope = instance.scopeOf(job);
    this.forecast = ConditionForecast.of(job, instance.context(), jobScope, builder.errors());
    this.reportsErrors = instance.isCertainToRun(forecast);
  }

  void plan() {
    if (call.target().isEmpty()) {
      String why =
          call.isLocal()
              ? "the workflow does not exist"
              : "only workflows of this repository can be called";
      builder.addFailingJob(instance, job, forecast, call.position(), call.workflow(), why);
      return;
    }
    Workflow called = call.target().get();
    Optional<MatrixStrategy> strategy =
        forecast.isFalse() ? Optional.empty() : JobTemplateBuilder.strategy(job);
    if (strategy.isEmpty()) {
      addCall(called, Optional.empty(), Optional.empty());
    } else {
      planMatrix(called, strategy.get());
    }
  }

  private void planMatrix(Workflow called, MatrixStrategy strategy) {
    Position position = job.strategy().map(one -> one.position()).orElse(job.position());
    if (!instance.context().canEvaluate(strategy.texts())) {
      builder
          .errors()
          .error(
              position,
              "the matrix of a call cannot use `needs`",
              "write one calling job for each case");
      return;
    }
    try {
      var evaluator = new TextEvaluator(jobScope);
      MatrixPolicy shared = strategy.policy(instance.scope().idOf(job.id()), evaluator);
      List<MatrixCell> cells = strategy.cells(evaluator, builder.matrixBudget());
      for (MatrixCell cell : cells) {
        addCall(called, Optional.of(cell), Optional.of(shared));
      }
      if (cells.isEmpty()) {
        builder.addSkippedJob(instance, job, forecast, strategy);
      }
    } catch (TextEvaluationException e) {
      if (reportsErrors) {
        builder.errors().error(position, e.message(), "");
      } else {
        builder.addFailingJob(instance, job, forecast, position, call.workflow(), e.message());
      }
    }
  }

  private void addCall(Workflow called, Optional<MatrixCell> cell, Optional<MatrixPolicy> matrix) {
    ExpressionScope cellScope =
        jobScope
            .with("matrix", MatrixCell.matrix(cell))
            .with("strategy", MatrixCell.strategy(cell, matrix));
    CallInterface callInterface = called.on().call().orElseThrow();
    String suffix = cell.map(one -> " (%s)".formatted(one.label())).orElse("");
    var scope =
        new WorkflowScope(
            instance.index(),
            instance.scope().idOf(job.id() + suffix),
            job.id(),
            instance.neededKeys(job),
            forecast.condition(),
            inputs(callInterface, new TextEvaluator(cellScope)),
            outputs(callInterface),
            call.inheritsSecrets()
                ? WorkflowScope.PassedSecrets.ALL
                : new WorkflowScope.PassedSecrets(false, TemplateSources.of(call.secrets())),
            cell,
            matrix);
    int index = builder.add(scope);
    if (index > MAX_CALLS) {
      builder
          .errors()
          .error(job.position(), "more than %,d calls in a run".formatted(MAX_CALLS), "");
      return;
    }
    WorkflowInstance callee =
        instance.call(called, index, scope, name(cellScope, suffix), forecast);
    instance.expansionOf(job.id()).calls().add(callee);
    builder.addJobs(callee);
  }

  /// The name for people. A name that cannot be evaluated yet is the call's id.
  private String name(ExpressionScope cellScope, String suffix) {
    String name = JobTemplateBuilder.name(job);
    boolean isPlain = !name.contains("${{");
    if (!instance.context().canEvaluate(Stream.of(name))) {
      return job.id() + suffix;
    }
    try {
      return new TextEvaluator(cellScope).text("name", name) + (isPlain ? suffix : "");
    } catch (TextEvaluationException e) {
      if (reportsErrors) {
        builder.errors().error(job.position(), e.message(), "");
      }
      return job.id() + suffix;
    }
  }

  private static SequencedMap<String, String> outputs(CallInterface callInterface) {
    SequencedMap<String, String> outputs = new LinkedHashMap<>();
    callInterface.outputs().forEach(output -> outputs.put(output.name(), output.value().source()));
    return outputs;
  }

  private SequencedMap<String, WorkflowScope.Input> inputs(
      CallInterface callInterface, TextEvaluator evaluator) {
    Map<String, TemplateValue> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(call.with());
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    for (InputDefinition input : callInterface.inputs()) {
      Optional<TemplateValue> data =
          Optional.ofNullable(given.get(input.name())).or(input::defaultValue);
      try {
        inputs.put(input.name(), input(input, data, evaluator));
      } catch (TextEvaluationException e) {
        if (!reportsErrors && data.orElse(null) instanceof TemplateValue.Computed(var text)) {
          inputs.put(input.name(), new WorkflowScope.Input.Open(type(input), text.source()));
        } else {
          builder.errors().error(position(data), e.message(), "");
        }
      }
    }
    return inputs;
  }

  private WorkflowScope.Input input(
      InputDefinition input, Optional<TemplateValue> data, TextEvaluator evaluator)
      throws TextEvaluationException {
    WorkflowScope.InputType type = type(input);
    if (data.isEmpty()) {
      return new WorkflowScope.Input.Known(emptyValue(type));
    }
    Value raw = TemplateSources.of(data.get());
    if (data.get() instanceof TemplateValue.Computed(var text)
        && !instance.context().canEvaluate(Stream.of(text.source()))) {
      return new WorkflowScope.Input.Open(type, text.source());
    }
    return new WorkflowScope.Input.Known(type.of(input.name(), evaluator.value(input.name(), raw)));
  }

  private Position position(Optional<TemplateValue> data) {
    return data.isPresent() && data.get() instanceof TemplateValue.Computed(var text)
        ? text.position()
        : call.position();
  }

  private static WorkflowScope.InputType type(InputDefinition input) {
    return switch (input.type()) {
      case STRING, CHOICE, ENVIRONMENT -> WorkflowScope.InputType.STRING;
      case NUMBER -> WorkflowScope.InputType.NUMBER;
      case BOOLEAN -> WorkflowScope.InputType.BOOLEAN;
    };
  }

  private static Value emptyValue(WorkflowScope.InputType type) {
    return switch (type) {
      case STRING -> new Value.Text("");
      case NUMBER -> new Value.Num(0);
      case BOOLEAN -> Value.Bool.FALSE;
    };
  }
}
