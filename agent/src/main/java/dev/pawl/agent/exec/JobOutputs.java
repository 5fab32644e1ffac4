package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.limits.EntryBudget;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.limits.OutputBudget;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.core.plan.OutputLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The outputs of a job, for the jobs that need it.
///
/// @param values the outputs that may leave the agent
/// @param warnings the reasons why others were dropped
/// @param problem the first evaluation error, or the limit that they exceed; empty if there is none
record JobOutputs(Map<String, String> values, List<String> warnings, String problem) {

  static final JobOutputs NONE = new JobOutputs(Map.of(), List.of(), "");

  static JobOutputs of(
      Map<String, String> outputs, ExpressionEvaluator evaluation, JobEnvironment environment) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    JobMemoryLimits limits = environment.limits();
    var space = new EntryBudget(limits.outputs(), limits.outputBytes());
    String problem = "";
    for (var output : outputs.entrySet()) {
      String name = output.getKey();
      try {
        String value = evaluation.text("outputs." + name, output.getValue());
        if (environment.masks().containsSecret(value)) {
          warnings.add("job output '%s' dropped: it may contain a secret".formatted(name));
        } else if (space.add(OutputLimits.size(name, value))) {
          values.put(name, value);
        } else {
          return new JobOutputs(Map.of(), warnings, breach(name, limits, values.size()));
        }
      } catch (EvaluationError e) {
        problem = problem.isEmpty() ? e.message() : problem;
      }
    }
    return new JobOutputs(values, warnings, problem);
  }

  private static String breach(String name, JobMemoryLimits limits, int count) {
    return "job output '%s' rejected: %s"
        .formatted(
            name,
            count >= limits.outputs()
                ? OutputBudget.tooMany(limits)
                : OutputBudget.tooLarge(limits));
  }
}
