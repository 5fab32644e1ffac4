package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.steps.OutputBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a job hands on to others.
///
/// @param values those that may leave the agent
/// @param warnings why others may not
/// @param problem why one cannot be told; empty if all can
record JobOutputs(Map<String, String> values, List<String> warnings, String problem) {

  static JobOutputs of(
      Map<String, String> outputs, ExpressionEvaluator evaluation, SecretMasks masks) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    var budget = new OutputBudget();
    String problem = "";
    for (var output : outputs.entrySet()) {
      String name = output.getKey();
      try {
        String value = evaluation.text("outputs." + name, output.getValue());
        if (masks.containsSecret(value)) {
          warnings.add("the job's output '%s' is dropped: it may hold a secret".formatted(name));
        } else if (!budget.takes(name, value)) {
          warnings.add(
              "the job's output '%s' is dropped: those of a job may be 512 KiB together"
                  .formatted(name));
        } else {
          values.put(name, value);
        }
      } catch (EvaluationError e) {
        problem = problem.isEmpty() ? e.message() : problem;
      }
    }
    return new JobOutputs(values, warnings, problem);
  }
}
