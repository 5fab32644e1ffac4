package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Cell;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.core.plan.Strategy;
import dev.pawl.expression.Value;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.Call;
import dev.pawl.workflow.model.Data;
import dev.pawl.workflow.model.Input;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A job that calls a reusable workflow: one call, or one for each cell of its matrix.
final class Calling {

  private static final int MOST_CALLS = 10_000;

  private final Drafting drafting;
  private final Unit unit;
  private final Job job;
  private final Work.Calls calls;
  private final Sight sight;
  private final Outlook outlook;

  /// What may never be asked for is left to the run, as that of jobs is.
  private final boolean isCertain;

  Calling(Drafting drafting, Unit unit, Job job, Work.Calls calls) {
    this.drafting = drafting;
    this.unit = unit;
    this.job = job;
    this.calls = calls;
    this.sight = unit.sightOf(job);
    this.outlook = Outlook.of(job, unit.known(), sight, drafting.troubles());
    this.isCertain = unit.isCertain(outlook);
  }

  void draft() {
    if (calls.called().isEmpty()) {
      String why =
          calls.isLocal()
              ? "there is no such workflow"
              : "only workflows of the repository can be called";
      drafting.refuse(unit, job, outlook, calls.position(), calls.workflow(), why);
      return;
    }
    Workflow called = calls.called().get();
    Optional<Strategy> strategy = outlook.isRuledOut() ? Optional.empty() : Templates.strategy(job);
    if (strategy.isEmpty()) {
      draft(called, Optional.empty(), Optional.empty());
    } else {
      matrix(called, strategy.get());
    }
  }

  private void matrix(Workflow called, Strategy strategy) {
    Position position = job.strategy().map(one -> one.position()).orElse(job.position());
    if (!unit.known().covers(strategy.texts())) {
      drafting
          .troubles()
          .error(
              position,
              "the matrix of a call cannot depend on other jobs",
              "call it from a job each");
      return;
    }
    try {
      var rendering = new Rendering(sight);
      Matrix shared = strategy.shared(unit.scope().idOf(job.id()), rendering);
      List<Cell> cells = strategy.cells(rendering, drafting.allowance());
      for (Cell cell : cells) {
        draft(called, Optional.of(cell), Optional.of(shared));
      }
      if (cells.isEmpty()) {
        drafting.standIn(unit, job, outlook, strategy);
      }
    } catch (RenderingFailure e) {
      if (isCertain) {
        drafting.troubles().error(position, e.message(), "");
      } else {
        drafting.refuse(unit, job, outlook, position, calls.workflow(), e.message());
      }
    }
  }

  private void draft(Workflow called, Optional<Cell> cell, Optional<Matrix> matrix) {
    Sight seen =
        sight.with("matrix", Cell.matrix(cell)).with("strategy", Cell.strategy(cell, matrix));
    Call call = called.on().call().orElseThrow();
    String suffix = cell.map(one -> " (%s)".formatted(one.label())).orElse("");
    var scope =
        new Scope(
            unit.index(),
            unit.scope().idOf(job.id() + suffix),
            job.id(),
            unit.sees(job),
            outlook.condition(),
            inputs(call, new Rendering(seen)),
            outputs(call),
            calls.inheritsSecrets()
                ? Scope.Passed.ALL
                : new Scope.Passed(false, Sources.of(calls.secrets())),
            cell,
            matrix);
    int index = drafting.add(scope);
    if (index > MOST_CALLS) {
      drafting
          .troubles()
          .error(job.position(), "more than %,d calls in a run".formatted(MOST_CALLS), "");
      return;
    }
    Unit made = unit.calling(called, index, scope, name(seen, suffix), outlook);
    unit.family(job.id()).calls().add(made);
    drafting.draft(made);
  }

  /// What people see; a name that is known only later is the call's id.
  private String name(Sight seen, String suffix) {
    String name = Templates.name(job);
    boolean isPlain = !name.contains("${{");
    if (!unit.known().covers(Stream.of(name))) {
      return job.id() + suffix;
    }
    try {
      return new Rendering(seen).text("name", name) + (isPlain ? suffix : "");
    } catch (RenderingFailure e) {
      if (isCertain) {
        drafting.troubles().error(job.position(), e.message(), "");
      }
      return job.id() + suffix;
    }
  }

  private static SequencedMap<String, String> outputs(Call call) {
    SequencedMap<String, String> outputs = new LinkedHashMap<>();
    call.outputs().forEach(output -> outputs.put(output.name(), output.value().source()));
    return outputs;
  }

  private SequencedMap<String, Scope.Input> inputs(Call call, Rendering rendering) {
    Map<String, Data> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(calls.with());
    SequencedMap<String, Scope.Input> inputs = new LinkedHashMap<>();
    for (Input input : call.inputs()) {
      Optional<Data> data = Optional.ofNullable(given.get(input.name())).or(input::fallback);
      try {
        inputs.put(input.name(), input(input, data, rendering));
      } catch (RenderingFailure e) {
        if (!isCertain && data.orElse(null) instanceof Data.Computed(var text)) {
          inputs.put(input.name(), new Scope.Input.Open(type(input), text.source()));
        } else {
          drafting.troubles().error(position(data), e.message(), "");
        }
      }
    }
    return inputs;
  }

  private Scope.Input input(Input input, Optional<Data> data, Rendering rendering)
      throws RenderingFailure {
    Scope.Type type = type(input);
    if (data.isEmpty()) {
      return new Scope.Input.Known(nothing(type));
    }
    Value raw = Sources.of(data.get());
    if (data.get() instanceof Data.Computed(var text)
        && !unit.known().covers(Stream.of(text.source()))) {
      return new Scope.Input.Open(type, text.source());
    }
    return new Scope.Input.Known(type.of(input.name(), rendering.value(input.name(), raw)));
  }

  private Position position(Optional<Data> data) {
    return data.isPresent() && data.get() instanceof Data.Computed(var text)
        ? text.position()
        : calls.position();
  }

  private static Scope.Type type(Input input) {
    return switch (input.type()) {
      case STRING, CHOICE, ENVIRONMENT -> Scope.Type.STRING;
      case NUMBER -> Scope.Type.NUMBER;
      case BOOLEAN -> Scope.Type.BOOLEAN;
    };
  }

  private static Value nothing(Scope.Type type) {
    return switch (type) {
      case STRING -> new Value.Text("");
      case NUMBER -> new Value.Num(0);
      case BOOLEAN -> Value.Bool.FALSE;
    };
  }
}
