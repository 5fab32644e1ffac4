package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.keys.Scope;
import dev.pawl.workflow.keys.Shapes;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Texts;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads the tree of a file as a composite action.
public final class ActionReader {

  private static final String COMPOSITE = "composite";

  private final Findings findings;

  private final LocalActions actions;

  private ActionReader(Findings findings, LocalActions actions) {
    this.findings = findings;
    this.actions = actions;
  }

  /// The action, or nothing where an error was found.
  public static Optional<CompositeAction> read(
      String file, YamlNode root, Findings findings, LocalActions actions) {
    if (!(root instanceof YamlMapping mapping)) {
      findings.error(root.position(), "an action: expected a mapping, found " + root.described());
      return Optional.empty();
    }
    Optional<String> using = foreign(root);
    if (using.isPresent()) {
      findings.error(
          Trees.mapping(mapping, "runs").orElse(mapping).position(),
          "an action that runs using " + Printable.quoted(using.get()) + " cannot be had",
          "only `composite` actions are there yet");
      return Optional.empty();
    }
    new Checker(findings, Facts.ofAction(mapping))
        .value(root, Shapes.fields(Place.ACTION), Scope.NONE, What.of("", "action"));
    CompositeAction action =
        new ActionReader(findings, actions).action(file, new Fields(Place.ACTION, mapping));
    return findings.hasErrors() ? Optional.empty() : Optional.of(action);
  }

  /// What the action runs using, where that is something else.
  public static Optional<String> foreign(YamlNode root) {
    return root instanceof YamlMapping mapping
        ? Trees.mapping(mapping, "runs")
            .flatMap(runs -> Trees.string(runs, "using"))
            .filter(using -> !using.equals(COMPOSITE))
        : Optional.empty();
  }

  private CompositeAction action(String file, Fields fields) {
    Optional<Fields> runs = fields.fields("runs", Place.ACTION_RUNS);
    List<Fields> steps =
        runs.map(found -> found.fieldsOf("steps", Place.ACTION_STEP)).orElse(List.of());
    runs.flatMap(found -> found.value("steps")).ifPresent(this::refuseNoSteps);
    steps.forEach(this::requireShell);
    return new CompositeAction(
        file,
        fields.string("name"),
        fields.entries("inputs").stream().map(this::input).toList(),
        outputs(fields),
        new StepReader(findings, actions).steps(steps));
  }

  private CompositeAction.Input input(YamlEntry entry) {
    Fields fields =
        new Fields(
            Place.ACTION_INPUT,
            entry.value() instanceof YamlMapping mapping
                ? mapping
                : new YamlMapping(entry.value().position(), List.of()));
    return new CompositeAction.Input(
        entry.position(),
        entry.name(),
        fields.isTrue("required"),
        fields.text("default"),
        fields.string("deprecationMessage"));
  }

  private static SequencedMap<String, Text> outputs(Fields fields) {
    SequencedMap<String, Text> outputs = new LinkedHashMap<>();
    for (YamlEntry entry : fields.entries("outputs")) {
      if (entry.value() instanceof YamlMapping mapping) {
        new Fields(Place.ACTION_OUTPUT, mapping)
            .text("value")
            .ifPresent(value -> outputs.put(entry.name(), value));
      }
    }
    return Texts.copyOf(outputs);
  }

  private void refuseNoSteps(YamlNode steps) {
    if (steps instanceof YamlSequence list && list.items().isEmpty()) {
      findings.error(list.position(), "`runs.steps` is empty: an action has at least one step");
    }
  }

  private void requireShell(Fields step) {
    if (step.mentions("run") && !step.mentions("shell")) {
      findings.error(
          step.position(),
          "the step has no `shell`",
          "in an action, each script names its own, such as `shell: bash`");
    }
  }
}
