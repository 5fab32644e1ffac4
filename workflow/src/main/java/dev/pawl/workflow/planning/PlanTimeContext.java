package dev.pawl.workflow.planning;

import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Reference;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The contexts that one workflow of a plan has before any job has run.
///
/// @param scope the values that are known
/// @param pendingInputs the inputs that are known only later
/// @param unknownRunFields the fields of `github` that only the run knows and that are not set yet
record PlanTimeContext(
    ExpressionScope scope, Set<String> pendingInputs, Set<String> unknownRunFields) {

  private static final String RUN_ID = "run_id";
  private static final List<String> OF_THE_RUN = List.of(RUN_ID, "run_number", "run_attempt");

  static PlanTimeContext of(PlanContexts contexts) {
    Set<String> unsaid = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    unsaid.addAll(OF_THE_RUN);
    unsaid.removeAll(contexts.github().fields().keySet());
    return new PlanTimeContext(ExpressionScope.of(contexts), Set.of(), unsaid);
  }

  /// The context of a workflow that is called with these inputs.
  PlanTimeContext forCall(Map<String, WorkflowScope.Input> inputs) {
    SequencedMap<String, Value> known = new LinkedHashMap<>();
    Set<String> later = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    inputs.forEach((name, input) -> {
      switch (input) {
        case WorkflowScope.Input.Known(Value value) -> known.put(name, value);
        case WorkflowScope.Input.Open _ -> later.add(name);
      }
    });
    return new PlanTimeContext(
        scope.with("inputs", new Value.Dict(known)), later, unknownRunFields);
  }

  /// The context once the run has an id.
  PlanTimeContext withRunId() {
    Set<String> rest = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    rest.addAll(unknownRunFields);
    rest.remove(RUN_ID);
    return new PlanTimeContext(scope, pendingInputs, rest);
  }

  /// Whether all of the texts can be evaluated now.
  boolean canEvaluate(Stream<String> texts) {
    return texts.allMatch(this::canEvaluate);
  }

  private boolean canEvaluate(String text) {
    if (!text.contains("${{")) {
      return true;
    }
    try {
      for (var embedded : Template.of(text).expressions()) {
        if (!canEvaluate(embedded.parse(TextEvaluator.NAMES).references())) {
          return false;
        }
      }
      return true;
    } catch (ExpressionError e) {
      return true; // the evaluation reports the error
    }
  }

  boolean canEvaluate(List<Reference> references) {
    return references.stream().allMatch(this::canEvaluate);
  }

  private boolean canEvaluate(Reference reference) {
    boolean isWhole = reference.path().isEmpty();
    return switch (reference.context()) {
      case "needs" -> false;
      case "inputs" ->
          isWhole ? pendingInputs.isEmpty() : !pendingInputs.contains(reference.path().getFirst());
      case "github" ->
          isWhole
              ? unknownRunFields.isEmpty()
              : !unknownRunFields.contains(reference.path().getFirst());
      default -> true;
    };
  }
}
