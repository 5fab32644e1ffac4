package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.ValueShapes;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import dev.pawl.workflow.reader.check.CalledJobCounter;
import dev.pawl.workflow.reader.check.CalledPermissionChecker;
import dev.pawl.workflow.reader.check.KnownNames;
import dev.pawl.workflow.reader.check.NeedsChecker;
import dev.pawl.workflow.reader.check.NeedsCycleDetector;
import dev.pawl.workflow.reader.check.SchemaChecker;
import dev.pawl.workflow.reader.check.ValueLabel;
import dev.pawl.workflow.reader.policy.PolicyReader;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import java.util.List;
import java.util.Optional;

/// Reads the YAML tree of a file as a workflow.
///
/// It reports an error and goes on, so that one reading reports all errors. Hence its result is
/// valid only where no error was reported.
final class WorkflowReader {

  private static final int MAX_JOBS = 10_000;

  private final DiagnosticCollector findings;

  private final CalledWorkflows callees;

  private WorkflowReader(DiagnosticCollector findings, CalledWorkflows callees) {
    this.findings = findings;
    this.callees = callees;
  }

  /// The workflow; empty where an error was reported.
  static Optional<Workflow> read(
      String file, YamlNode root, DiagnosticCollector findings, CalledWorkflows callees) {
    if (!(root instanceof YamlMapping mapping)) {
      findings.error(root.position(), "a workflow: expected a mapping, found " + root.described());
      return Optional.empty();
    }
    new SchemaChecker(findings, KnownNames.of(mapping))
        .value(
            root,
            ValueShapes.fields(KeySection.WORKFLOW),
            ContextAvailability.NONE,
            ValueLabel.of("", "workflow"));
    Workflow workflow =
        new WorkflowReader(findings, callees)
            .workflow(file, new SectionReader(KeySection.WORKFLOW, mapping));
    checkCalls(workflow, findings, callees.limits());
    return findings.hasErrors() ? Optional.empty() : Optional.of(workflow);
  }

  /// Checks the job limit first, which bounds the work of the permission check.
  private static void checkCalls(
      Workflow workflow, DiagnosticCollector findings, CallLimits limits) {
    if (new CalledJobCounter(limits.jobs()).in(workflow) > limits.jobs()) {
      findings.error(
          Position.startOf(workflow.file()),
          "the workflow and the workflows that it calls have more than " + limits.jobs() + " jobs");
    } else {
      CalledPermissionChecker.check(workflow, findings);
    }
  }

  private Workflow workflow(String file, SectionReader fields) {
    if (!fields.has("on")) {
      findings.warning(
          fields.position(), "there is no `on`: no event starts this workflow", "add `on: push`");
    }
    return new Workflow(
        file,
        fields.string("name"),
        fields.text("run-name"),
        fields
            .value("on")
            .map(node -> TriggersReader.read(node, findings))
            .orElse(WorkflowTriggers.NOTHING),
        PermissionsReader.read(fields),
        EnvReader.read(fields, findings),
        RunSettingsReader.defaults(fields, KeySection.DEFAULTS, KeySection.DEFAULTS_RUN),
        new ConcurrencyReader(findings).read(fields, KeySection.CONCURRENCY),
        new PolicyReader(findings).run(fields),
        fields.mapping("jobs").map(this::jobs).orElse(List.of()));
  }

  private List<JobDefinition> jobs(YamlMapping mapping) {
    List<YamlEntry> entries = mapping.entries();
    if (entries.isEmpty()) {
      findings.error(mapping.position(), "`jobs` is empty: a workflow has at least one job");
    }
    if (entries.size() > MAX_JOBS) {
      findings.error(
          entries.get(MAX_JOBS).position(), "a workflow has at most " + MAX_JOBS + " jobs");
      return List.of();
    }
    IdentifierSet ids = new IdentifierSet("job", findings);
    entries.forEach(entry -> ids.add(entry.key()));
    JobReader reader = new JobReader(findings, callees);
    List<JobDefinition> jobs =
        entries.stream().flatMap(entry -> reader.read(entry).stream()).toList();
    NeedsChecker needs = new NeedsChecker(findings, entries.stream().map(YamlEntry::name).toList());
    jobs.forEach(needs::check);
    NeedsCycleDetector.check(jobs, findings);
    return jobs;
  }
}
