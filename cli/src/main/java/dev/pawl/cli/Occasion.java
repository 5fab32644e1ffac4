package dev.pawl.cli;

import dev.pawl.expression.Environment;
import dev.pawl.expression.Value;
import dev.pawl.workflow.model.Call;
import dev.pawl.workflow.model.Input;
import dev.pawl.workflow.model.On;
import dev.pawl.workflow.trigger.Event;
import dev.pawl.workflow.trigger.GithubContext;
import dev.pawl.workflow.trigger.Inputs;
import dev.pawl.workflow.trigger.Match;
import dev.pawl.workflow.trigger.Payload;
import dev.pawl.workflow.trigger.Subject;
import dev.pawl.workflow.trigger.Triggers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What happened, or is taken to have happened, and to what.
///
/// @param isFiltered whether the filters of `on` decide; otherwise somebody wants the workflow
/// @param since what the changes are counted from, in words for people
/// @param given inputs, by name
record Occasion(
    Event event,
    boolean isFiltered,
    Payload payload,
    Subject subject,
    String since,
    Map<String, String> given) {

  Match match(On on) {
    return isFiltered ? Triggers.match(on, event) : new Match(true, "started by hand, as " + event);
  }

  /// What the workflow's `inputs` are, if it is an event that has any.
  ///
  /// @param seen what they may be computed from
  Inputs inputs(On on, Environment seen) {
    Map<String, Value> values = new LinkedHashMap<>();
    if (payload.fields().fields().get("inputs") instanceof Value.Dict(var said)) {
      values.putAll(said);
    }
    given.forEach((name, text) -> values.put(name, new Value.Text(text)));
    return Inputs.of(declared(on), values, seen);
  }

  private List<Input> declared(On on) {
    return switch (event.name()) {
      case Event.WORKFLOW_DISPATCH -> on.dispatch().orElse(List.of());
      case Event.WORKFLOW_CALL -> on.call().map(Call::inputs).orElse(List.of());
      default -> List.of();
    };
  }

  /// The `github` context, as far as it is known before there is a run.
  ///
  /// @param file from the repository's root
  Value.Dict github(String workflow, String file, Inputs inputs) {
    return GithubContext.of(event, payload.with(inputs), subject, workflow, file);
  }
}
