package dev.pawl.workflow.reader.policy;

import dev.pawl.core.plan.Approval;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.JobPolicyDefinition;
import dev.pawl.workflow.model.RunPolicyDefinition;
import dev.pawl.workflow.model.step.StepPolicyDefinition;
import dev.pawl.workflow.reader.value.DurationSyntax;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.Duration;
import java.util.List;

/// Reads what a workflow, a job or a step asks for beyond GitHub's keys.
public final class PolicyReader {

  private final DiagnosticCollector findings;

  public PolicyReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  public RunPolicyDefinition run(SectionReader workflow) {
    return new RunPolicyDefinition(
        RetryReader.ofRun(workflow),
        workflow.scalar("timeout-minutes").map(YamlScalar::text).flatMap(DurationSyntax::minutes),
        workflow.duration("delay").orElse(Duration.ZERO),
        HookReader.read(workflow, KeySection.HOOKS),
        workflow
            .fields("hooks", KeySection.HOOKS)
            .map(hooks -> hooks.strings("runs-on"))
            .orElse(List.of()),
        new FailureRuleReader(findings).read(workflow));
  }

  public JobPolicyDefinition job(SectionReader job) {
    return new JobPolicyDefinition(
        RetryReader.ofJob(job),
        HookReader.read(job, KeySection.JOB_HOOKS),
        job.fields("approval", KeySection.APPROVAL).map(this::approval),
        job.duration("wait").orElse(Duration.ZERO),
        job.integer("priority").orElse(0),
        job.duration("grace-period"));
  }

  public StepPolicyDefinition step(SectionReader step) {
    return new StepPolicyDefinition(
        RetryReader.ofStep(step),
        HookReader.read(step, KeySection.STEP_HOOKS),
        step.fields("tool", KeySection.TOOL)
            .map(tool ->
                new StepPolicyDefinition.Tool(
                    tool.string("name"), tool.string("on-open").equals("wait"))),
        step.integers("expected-exit-codes"));
  }

  private Approval approval(SectionReader approval) {
    List<String> reviewers = approval.strings("reviewers").stream().distinct().toList();
    int required = Math.max(1, approval.integer("required").orElse(1));
    boolean hasTeam = reviewers.stream().anyMatch(reviewer -> reviewer.startsWith("team:"));
    if (!hasTeam && !reviewers.isEmpty() && required > reviewers.size()) {
      findings.error(
          approval.scalar("required").map(YamlScalar::position).orElse(approval.position()),
          "`approval.required`: %d must agree, and only %d may"
              .formatted(required, reviewers.size()));
    }
    return new Approval(
        reviewers, required, approval.duration("expires").orElse(Approval.DEFAULT_EXPIRY), false);
  }
}
