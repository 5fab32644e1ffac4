package dev.pawl.simulation.invariants;

import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks that a lease behind an approval is granted only after the required approvals, by
/// reviewers who may give them. It counts the approvals in the journal.
final class ApprovalInvariants implements InvariantCheck {

  private final ViolationRecorder violations;
  private final Map<String, List<String>> approvals = new HashMap<>();

  ApprovalInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.RunApproved _ -> approved(line, line.after().id().value());
      case DomainEvent.JobApproved(var ref, _, _, _) ->
          approved(line, key(line.after(), ref.job()));
      case DomainEvent.AttemptLeased(var lease, _, _) -> {
        Run run = line.before();
        int job = lease.attempt().job();
        check(line, run.plan().policy().hold(), run.id().value());
        check(line, run.job(job).planned().policy().approval(), key(run, job));
      }
      default -> {}
    }
  }

  private void approved(ObservedTransition line, String what) {
    approvals.computeIfAbsent(what, _ -> new ArrayList<>()).add(line.transition().actor().name());
  }

  private void check(ObservedTransition line, Optional<Approval> wanted, String what) {
    if (wanted.isEmpty()) {
      return;
    }
    List<String> by = approvals.getOrDefault(what, List.of());
    String initiator = line.before().origin().startedBy().name();
    long valid =
        by.stream()
            .distinct()
            .filter(name -> wanted.get().selfAllowed() || !name.equals(initiator))
            .filter(name ->
                wanted.get().reviewers().isEmpty() || wanted.get().reviewers().contains(name))
            .count();
    if (valid < wanted.get().required()) {
      violations.violated(
          Invariant.APPROVED, "%s: %s approved, of %s".formatted(line, by, wanted.get()));
    }
  }

  private static String key(Run run, int job) {
    return run.id().value() + "/" + job;
  }
}
