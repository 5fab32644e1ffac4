package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.DeploymentEnvironment;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.RunsOn;
import dev.pawl.workflow.reader.policy.PolicyReader;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a job that is made of steps.
final class StepsJobReader {

  /// A name, optionally with the prefix of its owner.
  private static final Pattern GROUP =
      Pattern.compile("(?:(?:org|organization|ent|enterprise)/)?[^/]+");

  private final DiagnosticCollector findings;
  private final StepReader steps;
  private final PolicyReader rules;

  StepsJobReader(DiagnosticCollector findings, LocalActions actions) {
    this.findings = findings;
    this.steps = new StepReader(findings, actions);
    this.rules = new PolicyReader(findings);
  }

  JobWork.Steps read(YamlScalar id, SectionReader fields) {
    require(
        id, fields, "runs-on", "name the labels that an agent must have, such as `runs-on: linux`");
    require(id, fields, "steps", "list at least one step under `steps`");
    rejectEmpty(fields, "runs-on", "name at least one label");
    rejectEmpty(fields, "steps", "a job has at least one step");
    warnAboutTwoGracePeriods(fields);
    return new JobWork.Steps(
        runsOn(fields),
        EnvReader.read(fields, findings),
        RunSettingsReader.defaults(fields, KeySection.JOB_DEFAULTS, KeySection.JOB_DEFAULTS_RUN),
        steps.steps(fields.fieldsOf("steps", KeySection.STEP)),
        fields.textsByName("outputs"),
        fields.text("timeout-minutes"),
        fields.text("cancel-timeout-minutes"),
        fields.text("continue-on-error"),
        environment(fields),
        ContainerReader.read(fields),
        fields.duration("grace-period"),
        rules.job(fields));
  }

  private void warnAboutTwoGracePeriods(SectionReader fields) {
    if (fields.has("grace-period")) {
      fields
          .entry("cancel-timeout-minutes")
          .ifPresent(entry ->
              findings.warning(
                  entry.position(),
                  "`cancel-timeout-minutes` has no effect beside `grace-period`",
                  "keep one"));
    }
  }

  private RunsOn runsOn(SectionReader fields) {
    if (fields.value("runs-on").orElse(null) instanceof YamlMapping mapping) {
      SectionReader inner = new SectionReader(KeySection.RUNS_ON, mapping);
      inner.scalar("group").ifPresent(this::checkGroup);
      if (inner.mapping().entries().isEmpty()) {
        findings.error(mapping.position(), "`runs-on` is empty: name a group or labels");
      }
      return new RunsOn(inner.text("group"), inner.texts("labels"));
    }
    return new RunsOn(Optional.empty(), fields.texts("runs-on"));
  }

  private void checkGroup(YamlScalar group) {
    String name = ScalarValues.string(group);
    if (ScalarValues.text(group).isLiteral() && !name.isBlank() && !GROUP.matcher(name).matches()) {
      findings.error(
          group.position(),
          "`runs-on.group`: " + PrintableText.quoted(name) + " is not the name of a group",
          "a name, or one after `organization/` or `enterprise/`");
    }
  }

  private static Optional<DeploymentEnvironment> environment(SectionReader fields) {
    return fields
        .text("environment")
        .map(name -> new DeploymentEnvironment(name, Optional.empty(), Optional.empty()))
        .or(() ->
            fields
                .fields("environment", KeySection.ENVIRONMENT)
                .flatMap(inner ->
                    inner
                        .text("name")
                        .map(name ->
                            new DeploymentEnvironment(
                                name, inner.text("url"), inner.text("deployment")))));
  }

  private void require(YamlScalar id, SectionReader fields, String key, String hint) {
    if (!fields.has(key)) {
      String job = PrintableText.quoted(id.text());
      findings.error(
          fields.position(), "the job " + job + " has no " + PrintableText.quoted(key), hint);
    }
  }

  private void rejectEmpty(SectionReader fields, String key, String rule) {
    if (fields.value(key).orElse(null) instanceof YamlSequence(var position, List<?> items)
        && items.isEmpty()) {
      findings.error(position, PrintableText.quoted(key) + " is empty: " + rule);
    }
  }
}
