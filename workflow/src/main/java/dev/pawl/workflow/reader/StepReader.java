package dev.pawl.workflow.reader;

import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.step.StepDefinition;
import dev.pawl.workflow.model.step.StepTask;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.reader.policy.PolicyReader;
import dev.pawl.workflow.reader.value.ConditionReader;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.List;
import java.util.Optional;

/// Reads the steps of a job or of a composite action.
final class StepReader {

  private static final int MAX_STEPS = 1_000;
  private static final List<String> KEYS_OF_SCRIPTS =
      List.of("shell", "working-directory", "expected-exit-codes");

  private final DiagnosticCollector findings;
  private final PolicyReader rules;
  private final ActionUseReader uses;

  StepReader(DiagnosticCollector findings, LocalActions actions) {
    this.findings = findings;
    this.rules = new PolicyReader(findings);
    this.uses = new ActionUseReader(findings, actions);
  }

  List<StepDefinition> steps(List<SectionReader> steps) {
    if (steps.size() > MAX_STEPS) {
      findings.error(steps.get(MAX_STEPS).position(), "a job has at most " + MAX_STEPS + " steps");
    }
    IdentifierSet ids = new IdentifierSet("step", findings);
    return steps.stream().limit(MAX_STEPS).map(fields -> step(fields, ids)).toList();
  }

  private StepDefinition step(SectionReader fields, IdentifierSet ids) {
    fields.scalar("id").filter(id -> !id.isNothing()).ifPresent(ids::add);
    return new StepDefinition(
        fields.position(),
        fields.text("name"),
        fields.string("id"),
        ConditionReader.read(fields, "if"),
        task(fields),
        EnvReader.read(fields, findings),
        fields.text("continue-on-error"),
        isOfJob(fields) ? fields.text("timeout-minutes") : Optional.empty(),
        isOfJob(fields) ? rules.step(fields) : StepPolicy.PLAIN);
  }

  /// Whether the step is one of a job. The steps of actions have fewer keys.
  private static boolean isOfJob(SectionReader fields) {
    return fields.section() == KeySection.STEP;
  }

  private StepTask task(SectionReader fields) {
    boolean runs = fields.has("run");
    boolean isUsing = fields.has("uses");
    if (runs && isUsing) {
      findings.error(fields.position(), "`run` and `uses` are both set: keep one");
    } else if (!runs && !isUsing) {
      findings.error(
          fields.position(),
          fields.has("with")
              ? "the step has `with`, but no `uses`"
              : "the step has neither `run` nor `uses`",
          "write a script under `run`, or name an action under `uses`");
    } else if (isUsing) {
      rejectKeys(fields, KEYS_OF_SCRIPTS, "run");
    } else {
      rejectKeys(fields, List.of("with"), "uses");
    }
    return isUsing
        ? uses.read(fields)
        : new StepTask.Script(script(fields), RunSettingsReader.read(fields));
  }

  private void rejectKeys(SectionReader fields, List<String> keys, String owner) {
    fields.mapping().entries().stream()
        .map(YamlEntry::key)
        .filter(key -> keys.contains(key.text()))
        .forEach(key ->
            findings.error(
                key.position(),
                PrintableText.quoted(key.text())
                    + " is only allowed in a step with `"
                    + owner
                    + "`"));
  }

  private static TemplateText script(SectionReader fields) {
    return fields.text("run").orElse(new TemplateText("", fields.position()));
  }
}
