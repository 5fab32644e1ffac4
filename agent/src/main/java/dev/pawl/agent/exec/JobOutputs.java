package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.steps.OutputBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The outputs of a job, for the jobs that need it.
///
/// @param values the outputs that may leave the agent
/// @param warnings the reasons why others were dropped
/// @param problem the first evaluation error; empty if there is none
record JobOutputs(Map<String, String> values, List<String> warnings, String problem) {

  static final JobOutputs NONE = new JobOutputs(Map.of(), List.of(), "");

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
          warnings.add("job output '%s' dropped: it may contain a secret".formatted(name));
        } else if (!budget.takes(name, value)) {
          warnings.add(
              "job output '%s' dropped: the outputs of the job are larger than 512 KiB in total"
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
