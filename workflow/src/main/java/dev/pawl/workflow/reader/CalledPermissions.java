package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Key;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Permissions;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checks that no called workflow asks for more than its caller has.
///
/// A caller that says nothing about permissions limits nobody.
final class CalledPermissions {

  private static final List<String> SCOPES =
      KeyTable.of(Place.PERMISSIONS).stream().map(Key::name).toList();

  static void check(Workflow workflow, Findings findings) {
    for (Job job : workflow.jobs()) {
      if (job.work() instanceof Work.Calls calls && calls.called().isPresent()) {
        job.permissions()
            .or(workflow::permissions)
            .flatMap(allowed -> excess(allowed, calls.called().get()))
            .ifPresent(excess ->
                findings.error(
                    job.position(),
                    Printable.quoted(calls.workflow()) + " " + excess,
                    "allow it in `permissions` of the job " + Printable.quoted(job.id())));
      }
    }
  }

  /// What the workflow, or one of its jobs, asks for that is not allowed.
  private static Optional<String> excess(Permissions allowed, Workflow workflow) {
    return workflow
        .permissions()
        .flatMap(wanted -> excess(allowed, wanted))
        .map(scope -> "asks for " + scope)
        .or(() ->
            workflow.jobs().stream()
                .flatMap(job -> excess(allowed, workflow, job).stream())
                .findFirst());
  }

  private static Optional<String> excess(Permissions allowed, Workflow workflow, Job job) {
    Optional<String> own =
        job.permissions()
            .flatMap(wanted -> excess(allowed, wanted))
            .map(scope ->
                "has a job "
                    + Printable.quoted(job.name().map(Text::source).orElse(job.id()))
                    + " that asks for "
                    + scope);
    if (own.isPresent() || !(job.work() instanceof Work.Calls calls)) {
      return own;
    }
    Permissions passed = job.permissions().or(workflow::permissions).orElse(allowed);
    return calls.called().flatMap(called -> excess(passed, called));
  }

  private static Optional<String> excess(Permissions allowed, Permissions wanted) {
    return SCOPES.stream()
        .filter(scope -> wanted.of(scope).compareTo(allowed.of(scope)) > 0)
        .findFirst()
        .map(scope ->
            Printable.quoted(scope + ": " + wanted.of(scope).name().toLowerCase(Locale.ROOT))
                + ", and is allowed "
                + Printable.quoted(allowed.of(scope).name().toLowerCase(Locale.ROOT)));
  }

  private CalledPermissions() {}
}
