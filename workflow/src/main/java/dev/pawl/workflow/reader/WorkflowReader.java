package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.keys.Scope;
import dev.pawl.workflow.keys.Shapes;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.On;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import java.util.List;
import java.util.Optional;

/// Reads the tree of a file as a workflow.
///
/// Whatever is wrong is told and read over, so that one reading tells all of it; hence the workflow
/// is good only where no error was found.
final class WorkflowReader {

  private static final int MOST_JOBS = 10_000;

  private final Findings findings;

  private final Callees callees;

  private WorkflowReader(Findings findings, Callees callees) {
    this.findings = findings;
    this.callees = callees;
  }

  /// The workflow, or nothing where an error was found.
  static Optional<Workflow> read(String file, YamlNode root, Findings findings, Callees callees) {
    if (!(root instanceof YamlMapping mapping)) {
      findings.error(root.position(), "a workflow: expected a mapping, found " + root.described());
      return Optional.empty();
    }
    new Checker(findings, Facts.of(mapping))
        .value(root, Shapes.fields(Place.WORKFLOW), Scope.NONE, What.of("", "workflow"));
    Workflow workflow =
        new WorkflowReader(findings, callees).workflow(file, new Fields(Place.WORKFLOW, mapping));
    checkCalls(workflow, findings, callees.limits());
    return findings.hasErrors() ? Optional.empty() : Optional.of(workflow);
  }

  /// What is counted first bounds what the check of permissions has to walk through.
  private static void checkCalls(Workflow workflow, Findings findings, CallLimits limits) {
    if (new CalledJobs(limits.jobs()).in(workflow) > limits.jobs()) {
      findings.error(
          Position.startOf(workflow.file()),
          "with the workflows that it calls it has more than " + limits.jobs() + " jobs");
    } else {
      CalledPermissions.check(workflow, findings);
    }
  }

  private Workflow workflow(String file, Fields fields) {
    if (!fields.mentions("on")) {
      findings.warning(
          fields.position(), "there is no `on`: no event starts this workflow", "add `on: push`");
    }
    return new Workflow(
        file,
        fields.string("name"),
        fields.text("run-name"),
        fields.value("on").map(node -> OnReader.read(node, findings)).orElse(On.NOTHING),
        PermissionsReader.read(fields),
        EnvReader.read(fields, findings),
        SettingsReader.defaults(fields, Place.DEFAULTS, Place.DEFAULTS_RUN),
        new ConcurrencyReader(findings).read(fields, Place.CONCURRENCY),
        new RulesReader(findings).run(fields),
        fields.mapping("jobs").map(this::jobs).orElse(List.of()));
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
    JobReader reader = new JobReader(findings, callees);
    List<Job> jobs = entries.stream().flatMap(entry -> reader.read(entry).stream()).toList();
    NeedsCheck needs = new NeedsCheck(findings, entries.stream().map(YamlEntry::name).toList());
    jobs.forEach(needs::check);
    Cycles.tell(jobs, findings);
    return jobs;
  }
}
