package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Environment;
import dev.pawl.workflow.model.RunsOn;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a job that is made of steps.
final class StepsJobReader {

  /// A name, or one with the prefix that says whose group it is.
  private static final Pattern GROUP =
      Pattern.compile("(?:(?:org|organization|ent|enterprise)/)?[^/]+");

  private final Findings findings;
  private final StepReader steps;
  private final RulesReader rules;

  StepsJobReader(Findings findings, LocalActions actions) {
    this.findings = findings;
    this.steps = new StepReader(findings, actions);
    this.rules = new RulesReader(findings);
  }

  Work.Steps read(YamlScalar id, Fields fields) {
    require(
        id, fields, "runs-on", "name the labels that an agent must have, such as `runs-on: linux`");
    require(id, fields, "steps", "list at least one step under `steps`");
    refuseEmpty(fields, "runs-on", "name at least one label");
    refuseEmpty(fields, "steps", "a job has at least one step");
    tellOfTwoGraces(fields);
    return new Work.Steps(
        runsOn(fields),
        EnvReader.read(fields, findings),
        SettingsReader.defaults(fields, Place.JOB_DEFAULTS, Place.JOB_DEFAULTS_RUN),
        steps.steps(fields.fieldsOf("steps", Place.STEP)),
        fields.textsByName("outputs"),
        fields.text("timeout-minutes"),
        fields.text("cancel-timeout-minutes"),
        fields.text("continue-on-error"),
        environment(fields),
        ContainerReader.read(fields),
        rules.job(fields));
  }

  private void tellOfTwoGraces(Fields fields) {
    if (fields.mentions("grace-period")) {
      fields
          .entry("cancel-timeout-minutes")
          .ifPresent(entry ->
              findings.warning(
                  entry.position(),
                  "`cancel-timeout-minutes` has no effect beside `grace-period`",
                  "keep one"));
    }
  }

  private RunsOn runsOn(Fields fields) {
    if (fields.value("runs-on").orElse(null) instanceof YamlMapping mapping) {
      Fields inner = new Fields(Place.RUNS_ON, mapping);
      inner.scalar("group").ifPresent(this::checkGroup);
      if (inner.mapping().entries().isEmpty()) {
        findings.error(mapping.position(), "`runs-on` is empty: name a group or labels");
      }
      return new RunsOn(inner.text("group"), inner.texts("labels"));
    }
    return new RunsOn(Optional.empty(), fields.texts("runs-on"));
  }

  private void checkGroup(YamlScalar group) {
    String name = Scalars.string(group);
    if (Scalars.text(group).isLiteral() && !name.isBlank() && !GROUP.matcher(name).matches()) {
      findings.error(
          group.position(),
          "`runs-on.group`: " + Printable.quoted(name) + " is not the name of a group",
          "a name, or one after `organization/` or `enterprise/`");
    }
  }

  private static Optional<Environment> environment(Fields fields) {
    return fields
        .text("environment")
        .map(name -> new Environment(name, Optional.empty(), Optional.empty()))
        .or(() ->
            fields
                .fields("environment", Place.ENVIRONMENT)
                .flatMap(inner ->
                    inner
                        .text("name")
                        .map(name ->
                            new Environment(name, inner.text("url"), inner.text("deployment")))));
  }

  private void require(YamlScalar id, Fields fields, String key, String hint) {
    if (!fields.mentions(key)) {
      String job = Printable.quoted(id.text());
      findings.error(
          fields.position(), "the job " + job + " has no " + Printable.quoted(key), hint);
    }
  }

  private void refuseEmpty(Fields fields, String key, String rule) {
    if (fields.value(key).orElse(null) instanceof YamlSequence(var position, List<?> items)
        && items.isEmpty()) {
      findings.error(position, Printable.quoted(key) + " is empty: " + rule);
    }
  }
}
