package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Reference;
import dev.pawl.expression.Template;
import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What is known in one workflow of a plan before any job has run: enough for a text, or not.
///
/// @param sight what there is to see
/// @param open the inputs that are known only later
/// @param unsaid what only the run itself knows, and nobody has said yet
record Foreknowledge(Sight sight, Set<String> open, Set<String> unsaid) {

  private static final String RUN_ID = "run_id";
  private static final List<String> OF_THE_RUN = List.of(RUN_ID, "run_number", "run_attempt");

  static Foreknowledge of(Contexts contexts) {
    Set<String> unsaid = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    unsaid.addAll(OF_THE_RUN);
    unsaid.removeAll(contexts.github().fields().keySet());
    return new Foreknowledge(Sight.of(contexts), Set.of(), unsaid);
  }

  /// That of a workflow that is called with these.
  Foreknowledge calledWith(Map<String, Scope.Input> inputs) {
    SequencedMap<String, Value> known = new LinkedHashMap<>();
    Set<String> later = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    inputs.forEach((name, input) -> {
      switch (input) {
        case Scope.Input.Known(Value value) -> known.put(name, value);
        case Scope.Input.Open _ -> later.add(name);
      }
    });
    return new Foreknowledge(sight.with("inputs", new Value.Dict(known)), later, unsaid);
  }

  /// What is known once it is decided that there will be a run.
  Foreknowledge ofARun() {
    Set<String> rest = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    rest.addAll(unsaid);
    rest.remove(RUN_ID);
    return new Foreknowledge(sight, open, rest);
  }

  /// Whether all of the texts can be evaluated.
  boolean covers(Stream<String> texts) {
    return texts.allMatch(this::covers);
  }

  private boolean covers(String text) {
    if (!text.contains("${{")) {
      return true;
    }
    try {
      for (var embedded : Template.of(text).expressions()) {
        if (!covers(embedded.parse(Rendering.NAMES).references())) {
          return false;
        }
      }
      return true;
    } catch (ExpressionError e) {
      return true; // whoever evaluates it will tell
    }
  }

  boolean covers(List<Reference> references) {
    return references.stream().allMatch(this::covers);
  }

  private boolean covers(Reference reference) {
    boolean isWhole = reference.path().isEmpty();
    return switch (reference.context()) {
      case "needs" -> false;
      case "inputs" -> isWhole ? open.isEmpty() : !open.contains(reference.path().getFirst());
      case "github" -> isWhole ? unsaid.isEmpty() : !unsaid.contains(reference.path().getFirst());
      default -> true;
    };
  }
}
