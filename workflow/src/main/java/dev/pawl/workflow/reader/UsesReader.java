package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.ActionReference;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.model.Provision;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads a step that uses an action, and holds what it gives against what the action takes.
final class UsesReader {

  private final Findings findings;
  private final LocalActions actions;

  UsesReader(Findings findings, LocalActions actions) {
    this.findings = findings;
    this.actions = actions;
  }

  Task.Uses read(Fields step) {
    var action =
        new ActionReference(
            step.scalar("uses").map(YamlScalar::position).orElse(step.position()),
            step.string("uses"));
    return new Task.Uses(action, step.textsByName("with"), provision(step, action));
  }

  private Provision provision(Fields step, ActionReference action) {
    return switch (action.kind()) {
      case CHECKOUT -> new Provision.Checkout();
      case LOCAL -> local(step, action);
      case ELSEWHERE -> {
        if (!action.text().isBlank()) {
          warn(
              action,
              "only `actions/checkout` and actions in the repository, as `./path`, are there yet");
        }
        yield new Provision.Nothing("only actions/checkout and actions of the repository are");
      }
      case MALFORMED -> {
        findings.error(
            action.position(),
            "the action %s: expected `owner/repository[/path]@ref`"
                .formatted(Printable.quoted(action.text())),
            "such as `actions/checkout@v4`, or `./path` for an action of the repository");
        yield new Provision.Nothing("that is no reference");
      }
    };
  }

  private Provision local(Fields step, ActionReference action) {
    return switch (actions.at(action.text())) {
      case LocalActions.Action(CompositeAction found) -> {
        check(step, found);
        yield new Provision.Composite(found);
      }
      case LocalActions.Unusable(String reason) -> {
        warn(action, reason);
        yield new Provision.Nothing(reason);
      }
      case LocalActions.Misplaced(String reason) -> {
        findings.error(
            action.position(),
            "the action " + Printable.quoted(action.text()) + " cannot be used",
            reason);
        yield new Provision.Nothing(reason);
      }
      case LocalActions.Broken _ -> new Provision.Nothing("it has errors");
      case LocalActions.Unknown _ -> new Provision.Nothing("the repository was not looked into");
    };
  }

  private void warn(ActionReference action, String hint) {
    findings.warning(
        action.position(),
        "the action " + Printable.quoted(action.text()) + " cannot be had: the step will fail",
        hint);
  }

  private void check(Fields step, CompositeAction action) {
    Map<String, Text> given = new TreeMap<>(Identifiers.ORDER);
    given.putAll(step.textsByName("with"));
    for (CompositeAction.Input input : action.inputs()) {
      Text own = given.remove(input.name());
      if (own == null && input.required() && input.fallback().isEmpty()) {
        findings.warning(
            step.position(),
            "the action needs the input " + Printable.quoted(input.name()) + ", and will see ''",
            "give it under `with`");
      } else if (own != null && !input.deprecation().isEmpty()) {
        findings.warning(own.position(), input.deprecation(), "");
      }
    }
    List<String> names = action.inputs().stream().map(CompositeAction.Input::name).toList();
    given.forEach((name, text) ->
        findings.warning(
            text.position(),
            "the action has no input " + Printable.quoted(name),
            Nearest.hint(name, names)));
  }
}
