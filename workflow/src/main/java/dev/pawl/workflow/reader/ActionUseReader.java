package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.model.step.ResolvedAction;
import dev.pawl.workflow.model.step.StepTask;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads a step that uses an action, and checks the inputs that it sets.
final class ActionUseReader {

  private final DiagnosticCollector findings;
  private final LocalActions actions;

  ActionUseReader(DiagnosticCollector findings, LocalActions actions) {
    this.findings = findings;
    this.actions = actions;
  }

  StepTask.ActionUse read(SectionReader step) {
    var action =
        new ActionReference(
            step.scalar("uses").map(YamlScalar::position).orElse(step.position()),
            step.string("uses"));
    return new StepTask.ActionUse(action, step.textsByName("with"), provision(step, action));
  }

  private ResolvedAction provision(SectionReader step, ActionReference action) {
    return switch (action.kind()) {
      case CHECKOUT -> new ResolvedAction.Checkout();
      case LOCAL -> local(step, action);
      case REMOTE -> {
        if (!action.text().isBlank()) {
          warn(
              action,
              "only `actions/checkout` and actions of this repository (`./path`) are supported");
        }
        yield new ResolvedAction.Unavailable(
            "only actions/checkout and actions of this repository are supported");
      }
      case MALFORMED -> {
        findings.error(
            action.position(),
            "the action %s: expected `owner/repository[/path]@ref`"
                .formatted(PrintableText.quoted(action.text())),
            "such as `actions/checkout@v4`, or `./path` for an action of the repository");
        yield new ResolvedAction.Unavailable("the reference is malformed");
      }
    };
  }

  private ResolvedAction local(SectionReader step, ActionReference action) {
    return switch (actions.find(action.text())) {
      case LocalActions.Action(CompositeAction found) -> {
        check(step, found);
        yield new ResolvedAction.Composite(found);
      }
      case LocalActions.Unsupported(String reason) -> {
        warn(action, reason);
        yield new ResolvedAction.Unavailable(reason);
      }
      case LocalActions.Misplaced(String reason) -> {
        findings.error(
            action.position(),
            "the action " + PrintableText.quoted(action.text()) + " cannot be used",
            reason);
        yield new ResolvedAction.Unavailable(reason);
      }
      case LocalActions.Invalid _ -> new ResolvedAction.Unavailable("it has errors");
      case LocalActions.Unknown _ ->
          new ResolvedAction.Unavailable("actions of the repository cannot be read here");
    };
  }

  private void warn(ActionReference action, String hint) {
    findings.warning(
        action.position(),
        "the action "
            + PrintableText.quoted(action.text())
            + " is not available: the step will fail",
        hint);
  }

  private void check(SectionReader step, CompositeAction action) {
    Map<String, TemplateText> given = new TreeMap<>(IdentifierSet.ORDER);
    given.putAll(step.textsByName("with"));
    for (CompositeAction.Input input : action.inputs()) {
      TemplateText own = given.remove(input.name());
      if (own == null && input.required() && input.defaultValue().isEmpty()) {
        findings.warning(
            step.position(),
            "the action requires the input "
                + PrintableText.quoted(input.name())
                + ": without it, the value is empty",
            "set it under `with`");
      } else if (own != null && !input.deprecationMessage().isEmpty()) {
        findings.warning(own.position(), input.deprecationMessage(), "");
      }
    }
    List<String> names = action.inputs().stream().map(CompositeAction.Input::name).toList();
    given.forEach((name, text) ->
        findings.warning(
            text.position(),
            "the action has no input " + PrintableText.quoted(name),
            SpellingSuggestion.hint(name, names)));
  }
}
