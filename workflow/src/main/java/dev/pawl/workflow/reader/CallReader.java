package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.ActionReference;
import dev.pawl.workflow.model.Data;
import dev.pawl.workflow.model.RunRules;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlScalar;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads a job that calls a workflow.
final class CallReader {

  private final Findings findings;
  private final Callees callees;

  CallReader(Findings findings, Callees callees) {
    this.findings = findings;
    this.callees = callees;
  }

  Work.Calls read(Fields job) {
    SequencedMap<String, Data> with = new LinkedHashMap<>();
    for (YamlEntry entry : job.entries("with")) {
      with.put(entry.name(), Scalars.data(entry.value()));
    }
    Position uses = job.scalar("uses").map(YamlScalar::position).orElse(job.position());
    job.entry("concurrency").ifPresent(entry -> warnOfConcurrency(entry.position()));
    job.fields("strategy", Place.STRATEGY).ifPresent(this::tellOfCells);
    boolean inherits = job.string("secrets").equals("inherit");
    return new Work.Calls(
        uses,
        job.string("uses"),
        with,
        job.textsByName("secrets"),
        inherits,
        called(uses, job, inherits));
  }

  private Optional<Workflow> called(Position uses, Fields job, boolean inherits) {
    String reference = job.string("uses");
    String quoted = Printable.quoted(reference);
    if (reference.isBlank()) {
      return Optional.empty();
    }
    switch (callees.find(reference)) {
      case Callees.Found(Workflow workflow) -> {
        workflow
            .on()
            .call()
            .ifPresent(call -> new CallCheck(findings).check(uses, job, call, inherits));
        tellWhatHasNoEffect(uses, workflow);
        return Optional.of(workflow);
      }
      case Callees.Unusable(String reason) ->
          findings.error(uses, "the workflow " + quoted + " cannot be called", reason);
      case Callees.Broken _ -> {}
      case Callees.Absent _ when ActionReference.isPath(reference) ->
          findings.error(uses, "there is no workflow " + quoted);
      case Callees.Absent _, Callees.Unknown _ -> warnOfElsewhere(uses, reference);
    }
    return Optional.empty();
  }

  private void tellWhatHasNoEffect(Position uses, Workflow called) {
    if (called.concurrency().isPresent()) {
      warnOfConcurrency(uses);
    }
    if (!called.rules().equals(RunRules.NONE)) {
      findings.warning(
          uses,
          "what the called workflow asks for as a whole has no effect",
          "say it in the workflow that is run");
    }
  }

  private void warnOfConcurrency(Position position) {
    findings.warning(
        position, "`concurrency` of a call has no effect", "give it to the jobs that are called");
  }

  /// They are jobs like any other, whatever their number, and none is cancelled for another.
  private void tellOfCells(Fields strategy) {
    boolean isFast =
        strategy.mentions("fail-fast") && !strategy.string("fail-fast").equals("false");
    if (isFast || strategy.mentions("max-parallel")) {
      findings.warning(
          strategy.position(),
          "`fail-fast` and `max-parallel` of a call have no effect",
          "its cells run side by side, and do not cancel each other");
    }
  }

  private void warnOfElsewhere(Position uses, String reference) {
    if (!ActionReference.isPath(reference)) {
      findings.warning(
          uses,
          "the workflow " + Printable.quoted(reference) + " cannot be had: the job will fail",
          "only workflows in the repository, as `./path`, are there yet");
    }
  }
}
