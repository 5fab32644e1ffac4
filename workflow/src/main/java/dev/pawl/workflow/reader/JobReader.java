package dev.pawl.workflow.reader;

import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Need;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;

/// Reads one job.
final class JobReader {

  private final Findings findings;
  private final Values values;
  private final Times times;
  private final SettingsReader settings;
  private final StepReader steps;

  JobReader(Findings findings, Values values) {
    this.findings = findings;
    this.values = values;
    this.times = new Times(findings, values);
    this.settings = new SettingsReader(findings, values);
    this.steps = new StepReader(findings, values);
  }

  Optional<Job> read(YamlEntry entry) {
    return values
        .mapping(entry.value(), "the job " + Printable.quoted(entry.name()))
        .map(mapping -> job(entry.key(), Fields.of(Place.JOB, mapping, findings)));
  }

  private Job job(YamlScalar id, Fields fields) {
    return new Job(
        id.position(),
        id.text(),
        fields.value("name").flatMap(node -> values.text(node, "`name`")).orElse(""),
        fields.value("needs").map(this::needs).orElse(List.of()),
        runsOn(id, fields),
        fields.value("env").map(values::env).orElseGet(Ordered::empty),
        fields.value("defaults").map(settings::defaults).orElse(RunSettings.NONE),
        steps(id, fields),
        fields
            .value("timeout-minutes")
            .flatMap(node -> times.minutes(node, "`timeout-minutes`"))
            .orElse(PlannedJob.DEFAULT_TIMEOUT),
        fields
            .value("grace-period")
            .flatMap(node -> times.duration(node, "`grace-period`"))
            .orElse(PlannedJob.DEFAULT_GRACE));
  }

  private List<Need> needs(YamlNode node) {
    return values.oneOrMore(node, "`needs`").stream()
        .map(scalar -> new Need(scalar.position(), scalar.text()))
        .toList();
  }

  private List<String> runsOn(YamlScalar id, Fields fields) {
    Optional<YamlNode> node = fields.value("runs-on");
    if (node.isEmpty()) {
      missing(
          id,
          "runs-on",
          "name the labels that an agent must have, such as `runs-on: linux`",
          fields);
      return List.of();
    }
    if (node.get() instanceof YamlMapping group) {
      findings.error(
          group.position(), "`runs-on` as a mapping is not supported by this version yet");
      return List.of();
    }
    if (node.get() instanceof YamlSequence list && list.items().isEmpty()) {
      findings.error(list.position(), "`runs-on` is empty: name at least one label");
    }
    return values.oneOrMore(node.get(), "`runs-on`").stream().map(YamlScalar::text).toList();
  }

  private List<Step> steps(YamlScalar id, Fields fields) {
    Optional<YamlNode> node = fields.value("steps");
    if (node.isEmpty()) {
      missing(id, "steps", "list at least one step under `steps`", fields);
    }
    return node.flatMap(value -> values.list(value, "`steps`")).map(steps::steps).orElse(List.of());
  }

  /// A job that `uses` a workflow has been refused for that, and needs neither.
  private void missing(YamlScalar id, String key, String hint, Fields fields) {
    if (!fields.mentions("uses")) {
      String job = Printable.quoted(id.text());
      findings.error(id.position(), "the job " + job + " has no " + Printable.quoted(key), hint);
    }
  }
}
