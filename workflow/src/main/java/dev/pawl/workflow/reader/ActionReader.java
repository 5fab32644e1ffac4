package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.ValueShapes;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import dev.pawl.workflow.reader.check.KnownNames;
import dev.pawl.workflow.reader.check.SchemaChecker;
import dev.pawl.workflow.reader.check.ValueLabel;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.reader.value.YamlTrees;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads the YAML tree of an `action.yml` as a composite action.
public final class ActionReader {

  private static final String COMPOSITE = "composite";

  private final DiagnosticCollector findings;

  private final LocalActions actions;

  private ActionReader(DiagnosticCollector findings, LocalActions actions) {
    this.findings = findings;
    this.actions = actions;
  }

  /// The action; empty where an error was reported.
  public static Optional<CompositeAction> read(
      String file, YamlNode root, DiagnosticCollector findings, LocalActions actions) {
    if (!(root instanceof YamlMapping mapping)) {
      findings.error(root.position(), "an action: expected a mapping, found " + root.described());
      return Optional.empty();
    }
    Optional<String> using = unsupportedRuntime(root);
    if (using.isPresent()) {
      findings.error(
          YamlTrees.mapping(mapping, "runs").orElse(mapping).position(),
          "actions that run using " + PrintableText.quoted(using.get()) + " are not supported",
          "only `composite` actions are supported");
      return Optional.empty();
    }
    new SchemaChecker(findings, KnownNames.ofAction(mapping))
        .value(
            root,
            ValueShapes.fields(KeySection.ACTION),
            ContextAvailability.NONE,
            ValueLabel.of("", "action"));
    CompositeAction action =
        new ActionReader(findings, actions)
            .action(file, new SectionReader(KeySection.ACTION, mapping));
    return findings.hasErrors() ? Optional.empty() : Optional.of(action);
  }

  /// The runtime of an action that is not composite.
  public static Optional<String> unsupportedRuntime(YamlNode root) {
    return root instanceof YamlMapping mapping
        ? YamlTrees.mapping(mapping, "runs")
            .flatMap(runs -> YamlTrees.string(runs, "using"))
            .filter(using -> !using.equals(COMPOSITE))
        : Optional.empty();
  }

  private CompositeAction action(String file, SectionReader fields) {
    Optional<SectionReader> runs = fields.fields("runs", KeySection.ACTION_RUNS);
    List<SectionReader> steps =
        runs.map(found -> found.fieldsOf("steps", KeySection.ACTION_STEP)).orElse(List.of());
    runs.flatMap(found -> found.value("steps")).ifPresent(this::rejectEmptySteps);
    steps.forEach(this::requireShell);
    return new CompositeAction(
        file,
        fields.string("name"),
        fields.entries("inputs").stream().map(this::input).toList(),
        outputs(fields),
        new StepReader(findings, actions).steps(steps));
  }

  private CompositeAction.Input input(YamlEntry entry) {
    SectionReader fields =
        new SectionReader(
            KeySection.ACTION_INPUT,
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

  private static SequencedMap<String, TemplateText> outputs(SectionReader fields) {
    SequencedMap<String, TemplateText> outputs = new LinkedHashMap<>();
    for (YamlEntry entry : fields.entries("outputs")) {
      if (entry.value() instanceof YamlMapping mapping) {
        new SectionReader(KeySection.ACTION_OUTPUT, mapping)
            .text("value")
            .ifPresent(value -> outputs.put(entry.name(), value));
      }
    }
    return TemplateTexts.copyOf(outputs);
  }

  private void rejectEmptySteps(YamlNode steps) {
    if (steps instanceof YamlSequence list && list.items().isEmpty()) {
      findings.error(list.position(), "`runs.steps` is empty: an action needs at least one step");
    }
  }

  private void requireShell(SectionReader step) {
    if (step.has("run") && !step.has("shell")) {
      findings.error(
          step.position(),
          "the step has no `shell`",
          "scripts in an action must name their shell, such as `shell: bash`");
    }
  }
}
