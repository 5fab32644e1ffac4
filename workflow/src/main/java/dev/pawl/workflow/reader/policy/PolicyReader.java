package dev.pawl.workflow.reader.policy;

import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.NameLimit;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.DurationSyntax;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads the policies of workflows, jobs and steps as the plan has them: the keys that GitHub does
/// not know.
public final class PolicyReader {

  private final DiagnosticCollector findings;

  public PolicyReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  /// The policy of a run, without its concurrency group.
  public RunPolicy run(SectionReader workflow) {
    Optional<SectionReader> hooks = workflow.fields("hooks", KeySection.HOOKS);
    return new RunPolicy(
        Optional.empty(),
        workflow.duration("delay").orElse(Duration.ZERO),
        workflow.scalar("timeout-minutes").map(YamlScalar::text).flatMap(DurationSyntax::minutes),
        RetryReader.maxOfRun(workflow),
        RetryReader.backoffOfRun(workflow),
        Optional.empty(),
        HookReader.read(workflow, KeySection.HOOKS),
        hooks.map(found -> found.strings("runs-on")).orElse(List.of()),
        new FailureRuleReader(findings).read(workflow));
  }

  /// The policy of a job, without what may hold expressions: its condition, concurrency group,
  /// environment, matrix and whether it may fail.
  public JobPolicy job(SectionReader job) {
    JobPolicy plain = JobPolicy.PLAIN;
    return new JobPolicy(
        plain.condition(),
        plain.continueOnError(),
        RetryReader.ofJob(job),
        job.fields("approval", KeySection.APPROVAL).map(this::approval),
        job.duration("wait").orElse(Duration.ZERO),
        plain.group(),
        job.integer("priority").orElse(0),
        HookReader.read(job, KeySection.JOB_HOOKS),
        plain.environment(),
        plain.matrix());
  }

  public StepPolicy step(SectionReader step) {
    Optional<SectionReader> tool = step.fields("tool", KeySection.TOOL);
    return new StepPolicy(
        step.integers("expected-exit-codes"),
        RetryReader.ofStep(step),
        tool.map(this::toolName),
        tool.map(found -> found.string("on-open").equals("wait")).orElse(false),
        HookReader.read(step, KeySection.STEP_HOOKS));
  }

  private String toolName(SectionReader tool) {
    String name = tool.string("name");
    NameLimit.problem(name)
        .ifPresent(problem ->
            findings.error(
                tool.scalar("name").map(YamlScalar::position).orElse(tool.position()),
                "the name of the tool " + problem,
                NameLimit.ADVICE));
    return name;
  }

  private Approval approval(SectionReader approval) {
    List<String> reviewers = approval.strings("reviewers").stream().distinct().toList();
    int required = Math.max(1, approval.integer("required").orElse(1));
    boolean hasTeam = reviewers.stream().anyMatch(reviewer -> reviewer.startsWith("team:"));
    if (!hasTeam && !reviewers.isEmpty() && required > reviewers.size()) {
      findings.error(
          approval.scalar("required").map(YamlScalar::position).orElse(approval.position()),
          "`approval.required`: %d approvals are required, but there are only %d reviewers"
              .formatted(required, reviewers.size()));
    }
    return new Approval(
        reviewers, required, approval.duration("expires").orElse(Approval.DEFAULT_EXPIRY), false);
  }
}
