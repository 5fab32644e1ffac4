package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.Permissions;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checks that no called workflow requests more permissions than its caller has.
///
/// A caller without `permissions` sets no limit.
public final class CalledPermissionChecker {

  private static final List<String> SCOPES =
      KeyTable.of(KeySection.PERMISSIONS).stream().map(KeyDefinition::name).toList();

  public static void check(Workflow workflow, DiagnosticCollector findings) {
    for (JobDefinition job : workflow.jobs()) {
      if (job.work() instanceof JobWork.WorkflowCall calls && calls.target().isPresent()) {
        job.permissions()
            .or(workflow::permissions)
            .flatMap(allowed -> excess(allowed, calls.target().get()))
            .ifPresent(excess ->
                findings.error(
                    job.position(),
                    PrintableText.quoted(calls.workflow()) + " " + excess,
                    "allow it in `permissions` of the job " + PrintableText.quoted(job.id())));
      }
    }
  }

  /// The first permission that the workflow or one of its jobs requests and is not allowed.
  private static Optional<String> excess(Permissions allowed, Workflow workflow) {
    return workflow
        .permissions()
        .flatMap(wanted -> excess(allowed, wanted))
        .map(scope -> "requests " + scope)
        .or(() ->
            workflow.jobs().stream()
                .flatMap(job -> excess(allowed, workflow, job).stream())
                .findFirst());
  }

  private static Optional<String> excess(
      Permissions allowed, Workflow workflow, JobDefinition job) {
    Optional<String> own =
        job.permissions()
            .flatMap(wanted -> excess(allowed, wanted))
            .map(scope ->
                "has a job "
                    + PrintableText.quoted(job.name().map(TemplateText::source).orElse(job.id()))
                    + " that requests "
                    + scope);
    if (own.isPresent() || !(job.work() instanceof JobWork.WorkflowCall calls)) {
      return own;
    }
    Permissions passed = job.permissions().or(workflow::permissions).orElse(allowed);
    return calls.target().flatMap(called -> excess(passed, called));
  }

  private static Optional<String> excess(Permissions allowed, Permissions wanted) {
    return SCOPES.stream()
        .filter(scope -> wanted.of(scope).compareTo(allowed.of(scope)) > 0)
        .findFirst()
        .map(scope ->
            PrintableText.quoted(scope + ": " + wanted.of(scope).name().toLowerCase(Locale.ROOT))
                + " but is allowed "
                + PrintableText.quoted(allowed.of(scope).name().toLowerCase(Locale.ROOT)));
  }

  private CalledPermissionChecker() {}
}
