package dev.pawl.cli.workflows;

import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.trigger.CallInterface;
import dev.pawl.workflow.model.trigger.InputDefinition;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import dev.pawl.workflow.trigger.CommitInfo;
import dev.pawl.workflow.trigger.EventPayload;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.InputValues;
import dev.pawl.workflow.trigger.TriggerEvent;
import dev.pawl.workflow.trigger.TriggerMatch;
import dev.pawl.workflow.trigger.TriggerMatcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The event that a workflow is evaluated for, with its payload, changes and inputs.
///
/// @param isFiltered whether the filters of `on` apply; they do not for a manual start
/// @param since the starting point of the changes, for people
/// @param given inputs by name
public record TriggerContext(
    TriggerEvent event,
    boolean isFiltered,
    EventPayload payload,
    CommitInfo subject,
    String since,
    Map<String, String> given) {

  TriggerMatch match(WorkflowTriggers on) {
    if (isFiltered) {
      return TriggerMatcher.match(on, event);
    }
    String article = event.name().equals(TriggerEvent.PUSH) ? "a " : "";
    return new TriggerMatch(true, "started by hand; treated as " + article + event);
  }

  /// The values of the workflow's `inputs`, if the event has any.
  ///
  /// @param seen the context that default values may use
  InputValues inputs(WorkflowTriggers on, ExpressionEnvironment seen) {
    Map<String, Value> values = new LinkedHashMap<>();
    if (payload.fields().fields().get("inputs") instanceof Value.Dict(var said)) {
      values.putAll(said);
    }
    given.forEach((name, text) -> values.put(name, new Value.Text(text)));
    return InputValues.of(declared(on), values, seen);
  }

  private List<InputDefinition> declared(WorkflowTriggers on) {
    return switch (event.name()) {
      case TriggerEvent.WORKFLOW_DISPATCH -> on.dispatch().orElse(List.of());
      case TriggerEvent.WORKFLOW_CALL -> on.call().map(CallInterface::inputs).orElse(List.of());
      default -> List.of();
    };
  }

  /// The part of the `github` context that is known before there is a run.
  ///
  /// @param file from the repository's root
  Value.Dict github(String workflow, String file, InputValues inputs) {
    return GithubContext.of(event, payload.with(inputs), subject, workflow, file);
  }
}
