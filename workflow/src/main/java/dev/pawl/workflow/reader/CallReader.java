package dev.pawl.workflow.reader;

import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.model.text.TemplateValue;
import dev.pawl.workflow.reader.check.CallArgumentChecker;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads a job that calls a workflow.
final class CallReader {

  private final DiagnosticCollector findings;
  private final CalledWorkflows callees;

  CallReader(DiagnosticCollector findings, CalledWorkflows callees) {
    this.findings = findings;
    this.callees = callees;
  }

  JobWork.WorkflowCall read(SectionReader job) {
    SequencedMap<String, TemplateValue> with = new LinkedHashMap<>();
    for (YamlEntry entry : job.entries("with")) {
      with.put(entry.name(), ScalarValues.data(entry.value()));
    }
    Position uses = job.scalar("uses").map(YamlScalar::position).orElse(job.position());
    job.entry("concurrency").ifPresent(entry -> warnAboutConcurrency(entry.position()));
    job.fields("strategy", KeySection.STRATEGY).ifPresent(this::warnAboutMatrixKeys);
    boolean inherits = job.string("secrets").equals("inherit");
    return new JobWork.WorkflowCall(
        uses,
        job.string("uses"),
        with,
        job.textsByName("secrets"),
        inherits,
        called(uses, job, inherits));
  }

  private Optional<Workflow> called(Position uses, SectionReader job, boolean inherits) {
    String reference = job.string("uses");
    String quoted = PrintableText.quoted(reference);
    if (reference.isBlank()) {
      return Optional.empty();
    }
    switch (callees.find(reference)) {
      case CalledWorkflows.Found(Workflow workflow) -> {
        workflow
            .on()
            .call()
            .ifPresent(call -> new CallArgumentChecker(findings).check(uses, job, call, inherits));
        warnAboutIgnoredKeys(uses, workflow);
        return Optional.of(workflow);
      }
      case CalledWorkflows.NotCallable(String reason) ->
          findings.error(uses, "the workflow " + quoted + " cannot be called", reason);
      case CalledWorkflows.Invalid _ -> {}
      case CalledWorkflows.Missing _ when ActionReference.isPath(reference) ->
          findings.error(uses, "unknown workflow " + quoted);
      case CalledWorkflows.Missing _, CalledWorkflows.Unknown _ ->
          warnAboutOtherRepository(uses, reference);
    }
    return Optional.empty();
  }

  private void warnAboutIgnoredKeys(Position uses, Workflow called) {
    if (called.concurrency().isPresent()) {
      warnAboutConcurrency(uses);
    }
    if (!called.policy().equals(RunPolicy.PLAIN)) {
      findings.warning(
          uses,
          "`retry`, `timeout-minutes`, `delay`, `hooks` and `rules` of a called workflow have no effect",
          "set them in the calling workflow");
    }
  }

  private void warnAboutConcurrency(Position position) {
    findings.warning(
        position,
        "`concurrency` of a call has no effect",
        "set it on the jobs of the called workflow");
  }

  /// Warns about keys without effect: the cells of a call all run, in parallel.
  private void warnAboutMatrixKeys(SectionReader strategy) {
    boolean isFast = strategy.has("fail-fast") && !strategy.string("fail-fast").equals("false");
    if (isFast || strategy.has("max-parallel")) {
      findings.warning(
          strategy.position(),
          "`fail-fast` and `max-parallel` of a call have no effect",
          "all cells of a call run in parallel and do not cancel each other");
    }
  }

  private void warnAboutOtherRepository(Position uses, String reference) {
    if (!ActionReference.isPath(reference)) {
      findings.warning(
          uses,
          "the workflow "
              + PrintableText.quoted(reference)
              + " is not available: the job will fail",
          "only workflows of this repository (`./path`) are supported");
    }
  }
}
