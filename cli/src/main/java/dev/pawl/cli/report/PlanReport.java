package dev.pawl.cli.report;

import dev.pawl.cli.view.Palette;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.model.Workflow;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The report of `pawl plan`, as text and as JSON: the workflows, whether they run, and their jobs.
///
/// @param since where the changed files are from; empty if changes do not matter
public record PlanReport(List<TriggerResult> results, String since) {

  private static final String OPEN = "open";
  private static final String HOW_TO_APPROVE =
      "To approve a held job: `pawl approve RUN JOB` while the run waits, or start it with"
          + " `pawl run --approve-all`.";

  /// The output of `--json`.
  public record Report(String changedSince, List<WorkflowRecord> workflows) {}

  /// A workflow in the output of `--json`.
  ///
  /// @param outcome `runs`, `idle` or `broken`
  /// @param warnings what the workflow asks for and does not get
  record WorkflowRecord(
      String file,
      String workflow,
      String outcome,
      String reason,
      List<JobRecord> jobs,
      List<String> problems,
      List<String> warnings) {}

  /// A job in the output of `--json`.
  ///
  /// @param outcome `runs` if the jobs that it needs succeed; `skipped`; or `open` if other jobs
  ///   decide
  /// @param approval the approval that it will wait for
  /// @param waitSeconds how long it will wait before it is queued
  record JobRecord(
      String id,
      String name,
      List<String> needs,
      List<String> runsOn,
      String outcome,
      String reason,
      Optional<ApprovalRecord> approval,
      long waitSeconds,
      Optional<String> environment) {}

  /// An approval in the output of `--json`.
  ///
  /// @param reviewers the people and teams that may approve; empty for anybody
  record ApprovalRecord(List<String> reviewers, int required, long expiresSeconds) {

    static ApprovalRecord of(Approval approval) {
      return new ApprovalRecord(
          approval.reviewers(), approval.required(), approval.expires().toSeconds());
    }

    String description() {
      String who =
          !reviewers.isEmpty()
              ? "%d of %s %s"
                  .formatted(
                      required,
                      String.join(", ", reviewers),
                      required == 1 ? "approves" : "approve")
              : required == 1 ? "1 person approves" : required + " people approve";
      return "held until %s (within %s)".formatted(who, span(expiresSeconds));
    }
  }

  public boolean hasInvalid() {
    return results.stream().anyMatch(result -> result instanceof TriggerResult.Invalid);
  }

  public Report records() {
    return new Report(since, results.stream().map(PlanReport::workflow).toList());
  }

  private static WorkflowRecord workflow(TriggerResult result) {
    return switch (result) {
      case TriggerResult.Planned runs ->
          new WorkflowRecord(
              runs.workflow().file(),
              runs.plan().workflow(),
              "runs",
              runs.reason(),
              jobs(runs),
              List.of(),
              runs.plan().warnings());
      case TriggerResult.NotTriggered(Workflow workflow, String reason) ->
          new WorkflowRecord(
              workflow.file(), workflow.name(), "idle", reason, List.of(), List.of(), List.of());
      case TriggerResult.Invalid(String file, String problems) ->
          new WorkflowRecord(
              file, "", "broken", "", List.of(), problems.lines().toList(), List.of());
    };
  }

  private static List<JobRecord> jobs(TriggerResult.Planned runs) {
    List<PlannedJob> jobs = runs.plan().jobs();
    return IntStream.range(0, jobs.size()).mapToObj(index -> job(runs, index)).toList();
  }

  private static JobRecord job(TriggerResult.Planned runs, int index) {
    PlannedJob job = runs.plan().job(index);
    String skipped = runs.skipped().get(index);
    boolean isOpen = job.policy().condition().dependsOnOthers();
    JobPolicy policy = skipped != null ? JobPolicy.PLAIN : job.policy();
    return new JobRecord(
        job.id(),
        job.name(),
        needs(runs.plan(), job),
        job.runsOn(),
        skipped != null ? "skipped" : isOpen ? OPEN : "runs",
        skipped != null ? skipped : job.reason(),
        policy.approval().map(ApprovalRecord::of),
        policy.delay().toSeconds(),
        policy.environment());
  }

  private static List<String> needs(Plan plan, PlannedJob job) {
    return job.visibleNeeds().isEmpty()
        ? job.needs().stream().map(need -> plan.job(need).id()).toList()
        : job.visibleNeeds();
  }

  public void print(PrintStream out, PrintStream err, Palette palette) {
    boolean isHeld = false;
    for (TriggerResult result : results) {
      switch (result) {
        case TriggerResult.Planned runs -> {
          out.println(title(runs.workflow(), palette) + " runs");
          out.println("  " + PrintableText.line(runs.reason()));
          gates(runs.plan().policy()).forEach(gate -> out.println("  " + PrintableText.line(gate)));
          List<JobRecord> jobs = jobs(runs);
          jobs.forEach(job -> out.println("  " + line(job, runs.reason(), palette)));
          runs.plan()
              .warnings()
              .forEach(warning -> out.println("  warning: " + PrintableText.line(warning)));
          isHeld |= jobs.stream().anyMatch(job -> job.approval().isPresent());
        }
        case TriggerResult.NotTriggered(Workflow workflow, String reason) -> {
          out.println(title(workflow, palette) + " does not run");
          out.println("  " + PrintableText.line(reason));
        }
        case TriggerResult.Invalid(_, String problems) -> err.print(problems);
      }
    }
    if (isHeld) {
      out.println(palette.faint(HOW_TO_APPROVE));
    }
    if (!since.isEmpty()) {
      out.println(palette.faint("changed files: " + PrintableText.line(since)));
    }
  }

  /// The waits of the run before its first job.
  private static Stream<String> gates(RunPolicy policy) {
    return Stream.concat(
        policy.hold().map(ApprovalRecord::of).map(ApprovalRecord::description).stream(),
        policy.delay().isPositive()
            ? Stream.of("waits %s before its first job".formatted(span(policy.delay().toSeconds())))
            : Stream.empty());
  }

  private static String title(Workflow workflow, Palette palette) {
    String file = PrintableText.line(workflow.file());
    return workflow.name().isBlank()
        ? palette.bold(file)
        : palette.bold(PrintableText.line(workflow.name())) + " (" + file + ")";
  }

  /// The line of a job. Its reason is omitted if it is the workflow's.
  private static String line(JobRecord job, String reason, Palette palette) {
    String after = job.needs().isEmpty() ? "" : "after " + String.join(", ", job.needs());
    String why = job.reason().equals(reason) ? "" : job.reason();
    String later = job.outcome().equals(OPEN) ? "decided later" : "";
    String more =
        Stream.of(
                later,
                why,
                after,
                job.approval().map(ApprovalRecord::description).orElse(""),
                job.waitSeconds() == 0 ? "" : "waits " + span(job.waitSeconds()),
                job.environment().map("deploys to %s"::formatted).orElse(""))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return sign(job, palette)
        + " "
        + PrintableText.line(job.name())
        + (more.isEmpty() ? "" : palette.faint("  " + PrintableText.line(more)));
  }

  /// A duration as workflows write it: `90m`, `8h`.
  private static String span(long seconds) {
    return seconds % 3600 == 0
        ? seconds / 3600 + "h"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  private static String sign(JobRecord job, Palette palette) {
    return switch (job.outcome()) {
      case "skipped" -> palette.sign("skipped");
      case OPEN -> "?";
      default -> palette.sign("queued");
    };
  }
}
