package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.yaml.YamlEntry;
import java.util.List;
import java.util.Optional;

/// Reads the steps of a job.
final class StepReader {

  private static final int MOST_STEPS = 1_000;
  private static final List<String> OF_SCRIPTS =
      List.of("shell", "working-directory", "expected-exit-codes");

  private final Findings findings;
  private final RulesReader rules;
  private final UsesReader uses;

  StepReader(Findings findings, LocalActions actions) {
    this.findings = findings;
    this.rules = new RulesReader(findings);
    this.uses = new UsesReader(findings, actions);
  }

  List<Step> steps(List<Fields> steps) {
    if (steps.size() > MOST_STEPS) {
      findings.error(
          steps.get(MOST_STEPS).position(), "there are at most " + MOST_STEPS + " steps");
    }
    Identifiers ids = new Identifiers("step", findings);
    return steps.stream().limit(MOST_STEPS).map(fields -> step(fields, ids)).toList();
  }

  private Step step(Fields fields, Identifiers ids) {
    fields.scalar("id").filter(id -> !id.isNothing()).ifPresent(ids::add);
    return new Step(
        fields.position(),
        fields.text("name"),
        fields.string("id"),
        Conditions.read(fields, "if"),
        task(fields),
        EnvReader.read(fields, findings),
        fields.text("continue-on-error"),
        isOfJob(fields) ? fields.text("timeout-minutes") : Optional.empty(),
        isOfJob(fields) ? rules.step(fields) : StepRules.NONE);
  }

  /// An action's step has fewer keys.
  private static boolean isOfJob(Fields fields) {
    return fields.place() == Place.STEP;
  }

  private Task task(Fields fields) {
    boolean runs = fields.mentions("run");
    boolean isUsing = fields.mentions("uses");
    if (runs && isUsing) {
      findings.error(fields.position(), "`run` and `uses` are both there: a step does one thing");
    } else if (!runs && !isUsing) {
      findings.error(
          fields.position(),
          fields.mentions("with")
              ? "the step has `with`, but no `uses`"
              : "the step has neither `run` nor `uses`",
          "write a script under `run`, or name an action under `uses`");
    } else if (isUsing) {
      refuse(fields, OF_SCRIPTS, "run");
    } else {
      refuse(fields, List.of("with"), "uses");
    }
    return isUsing ? uses.read(fields) : new Task.Run(script(fields), SettingsReader.read(fields));
  }

  private void refuse(Fields fields, List<String> keys, String owner) {
    fields.mapping().entries().stream()
        .map(YamlEntry::key)
        .filter(key -> keys.contains(key.text()))
        .forEach(key ->
            findings.error(
                key.position(),
                Printable.quoted(key.text()) + " is for steps with `" + owner + "`"));
  }

  private static Text script(Fields fields) {
    return fields.text("run").orElse(new Text("", fields.position()));
  }
}
