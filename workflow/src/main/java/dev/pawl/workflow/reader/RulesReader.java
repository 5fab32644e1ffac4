package dev.pawl.workflow.reader;

import dev.pawl.core.plan.Approval;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.JobRules;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.yaml.YamlScalar;
import java.time.Duration;
import java.util.List;

/// Reads what a workflow, a job or a step asks for beyond GitHub's keys.
final class RulesReader {

  private final Findings findings;

  RulesReader(Findings findings) {
    this.findings = findings;
  }

  RunRules run(Fields workflow) {
    return new RunRules(
        RetryReader.ofRun(workflow),
        workflow.scalar("timeout-minutes").map(YamlScalar::text).flatMap(Times::minutes),
        workflow.duration("delay").orElse(Duration.ZERO),
        HooksReader.read(workflow, Place.HOOKS),
        workflow
            .fields("hooks", Place.HOOKS)
            .map(hooks -> hooks.strings("runs-on"))
            .orElse(List.of()),
        new FailureRulesReader(findings).read(workflow));
  }

  JobRules job(Fields job) {
    return new JobRules(
        RetryReader.ofJob(job),
        HooksReader.read(job, Place.JOB_HOOKS),
        job.fields("approval", Place.APPROVAL).map(this::approval),
        job.duration("wait").orElse(Duration.ZERO),
        job.integer("priority").orElse(0),
        job.duration("grace-period"));
  }

  StepRules step(Fields step) {
    return new StepRules(
        RetryReader.ofStep(step),
        HooksReader.read(step, Place.STEP_HOOKS),
        step.fields("tool", Place.TOOL)
            .map(tool ->
                new StepRules.Tool(tool.string("name"), tool.string("on-open").equals("wait"))),
        step.integers("expected-exit-codes"));
  }

  private Approval approval(Fields approval) {
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
