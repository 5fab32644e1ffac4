package dev.pawl.workflow.reader;

import dev.pawl.core.plan.Ordered;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;

/// Reads the tree of a file as a workflow.
///
/// Whatever is wrong is told and read over, so that one reading tells all of it; hence the workflow
/// is good only where no error was found.
public final class WorkflowReader {

  private static final int MOST_JOBS = 10_000;

  private final Findings findings;
  private final Values values;

  private WorkflowReader(Findings findings) {
    this.findings = findings;
    this.values = new Values(findings);
  }

  /// The workflow, or nothing where an error was found.
  public static Optional<Workflow> read(String file, YamlNode root, Findings findings) {
    WorkflowReader reader = new WorkflowReader(findings);
    return reader
        .values
        .mapping(root, "a workflow")
        .map(mapping -> reader.workflow(file, mapping))
        .filter(_ -> !findings.hasErrors());
  }

  private Workflow workflow(String file, YamlMapping root) {
    Fields fields = Fields.of(Place.WORKFLOW, root, findings);
    Optional<YamlNode> events = fields.value("on");
    events.ifPresentOrElse(this::checkEvents, () -> warnOfNoEvents(root));
    return new Workflow(
        file,
        fields.value("name").flatMap(node -> values.text(node, "`name`")).orElse(""),
        fields.value("env").map(values::env).orElseGet(Ordered::empty),
        fields.value("defaults").map(this::defaults).orElse(RunSettings.NONE),
        jobs(fields, root));
  }

  private RunSettings defaults(YamlNode node) {
    return new SettingsReader(findings, values).defaults(node);
  }

  private void warnOfNoEvents(YamlMapping root) {
    findings.warning(
        root.position(), "there is no `on`: no event starts this workflow", "add `on: push`");
  }

  /// Any event in any shape: none has an effect before there are triggers.
  private void checkEvents(YamlNode node) {
    switch (node) {
      case YamlMapping _ -> new Expressions(findings).lookThrough(node);
      case YamlScalar scalar when scalar.isNothing() ->
          values.unexpected(node, "`on`", "a string, a list or a mapping");
      case YamlScalar _, YamlSequence _ -> {
        var _ = values.oneOrMore(node, "`on`");
      }
    }
  }

  private List<Job> jobs(Fields fields, YamlMapping root) {
    Optional<YamlNode> node = fields.value("jobs");
    if (node.isEmpty()) {
      findings.error(root.position(), "there are no `jobs`", "add `jobs` with at least one job");
    }
    return node.flatMap(value -> values.mapping(value, "`jobs`")).map(this::jobs).orElse(List.of());
  }

  private List<Job> jobs(YamlMapping mapping) {
    List<YamlEntry> entries = mapping.entries();
    if (entries.isEmpty()) {
      findings.error(mapping.position(), "`jobs` is empty: a workflow has at least one job");
    }
    if (entries.size() > MOST_JOBS) {
      findings.error(
          entries.get(MOST_JOBS).position(), "a workflow has at most " + MOST_JOBS + " jobs");
      return List.of();
    }
    Identifiers ids = new Identifiers("job", findings);
    entries.forEach(entry -> ids.add(entry.key()));
    JobReader reader = new JobReader(findings, values);
    List<Job> jobs = entries.stream().flatMap(entry -> reader.read(entry).stream()).toList();
    NeedsCheck needs = new NeedsCheck(findings, entries.stream().map(YamlEntry::name).toList());
    jobs.forEach(needs::check);
    Cycles.tell(jobs, findings);
    return jobs;
  }
}
