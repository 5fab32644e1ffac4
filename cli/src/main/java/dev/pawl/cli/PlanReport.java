package dev.pawl.cli;

import dev.pawl.cli.view.Palette;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.workflow.model.Workflow;
import java.io.PrintStream;
import java.util.List;

/// What `pawl plan` tells: the workflows, whether they run, and their jobs.
///
/// @param since what the changes are counted from; empty where they do not matter
record PlanReport(List<Prospect> prospects, String since) {

  /// What `--json` prints.
  record Report(String changedSince, List<WorkflowRecord> workflows) {}

  /// A workflow as `--json` prints it.
  ///
  /// @param outcome `runs`, `idle` or `broken`
  record WorkflowRecord(
      String file,
      String workflow,
      String outcome,
      String reason,
      List<JobRecord> jobs,
      List<String> problems) {}

  /// A job as `--json` prints it.
  record JobRecord(
      String id, String name, List<String> needs, List<String> runsOn, String reason) {}

  boolean hasBroken() {
    return prospects.stream().anyMatch(prospect -> prospect instanceof Prospect.Broken);
  }

  Report records() {
    return new Report(since, prospects.stream().map(PlanReport::workflow).toList());
  }

  private static WorkflowRecord workflow(Prospect prospect) {
    return switch (prospect) {
      case Prospect.Runs(Workflow workflow, _, String reason, Plan plan) ->
          new WorkflowRecord(
              workflow.file(), plan.workflow(), "runs", reason, jobs(plan), List.of());
      case Prospect.Idle(Workflow workflow, String reason) ->
          new WorkflowRecord(
              workflow.file(), workflow.name(), "idle", reason, List.of(), List.of());
      case Prospect.Broken(String file, String problems) ->
          new WorkflowRecord(file, "", "broken", "", List.of(), problems.lines().toList());
    };
  }

  private static List<JobRecord> jobs(Plan plan) {
    return plan.jobs().stream()
        .map(job ->
            new JobRecord(job.id(), job.name(), needs(plan, job), job.runsOn(), job.reason()))
        .toList();
  }

  private static List<String> needs(Plan plan, PlannedJob job) {
    return job.sees().isEmpty()
        ? job.needs().stream().map(need -> plan.job(need).id()).toList()
        : job.sees();
  }

  void print(PrintStream out, PrintStream err, Palette palette) {
    for (Prospect prospect : prospects) {
      switch (prospect) {
        case Prospect.Runs(Workflow workflow, _, String reason, Plan plan) -> {
          out.println(title(workflow, palette) + " runs");
          out.println("  " + reason);
          plan.jobs().forEach(job -> out.println("  " + line(plan, job, palette)));
        }
        case Prospect.Idle(Workflow workflow, String reason) -> {
          out.println(title(workflow, palette) + " does not run");
          out.println("  " + reason);
        }
        case Prospect.Broken(_, String problems) -> err.print(problems);
      }
    }
    if (!since.isEmpty()) {
      out.println(palette.faint("what has changed is counted " + since));
    }
  }

  private static String title(Workflow workflow, Palette palette) {
    return workflow.name().isBlank()
        ? palette.bold(workflow.file())
        : palette.bold(workflow.name()) + " (" + workflow.file() + ")";
  }

  private static String line(Plan plan, PlannedJob job, Palette palette) {
    List<String> needs = needs(plan, job);
    String after = needs.isEmpty() ? "" : ", after " + String.join(", ", needs);
    return palette.sign("queued") + " " + job.name() + palette.faint("  " + job.reason() + after);
  }
}
