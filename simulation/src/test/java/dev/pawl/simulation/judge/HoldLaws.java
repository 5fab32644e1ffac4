package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Event;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What needs approval had it, from those who may, before anybody was given it. Counted here by
/// who the journal says approved.
final class HoldLaws implements Invariant {

  private final Verdict verdict;
  private final Map<String, List<String>> approvals = new HashMap<>();

  HoldLaws(Verdict verdict) {
    this.verdict = verdict;
  }

  @Override
  public void line(Line line) {
    switch (line.cause()) {
      case Event.RunApproved _ -> approved(line, line.after().id().value());
      case Event.JobApproved(var ref, _) -> approved(line, key(line.after(), ref.job()));
      case Event.AttemptLeased(var lease, _, _) -> {
        Run run = line.before();
        int job = lease.attempt().job();
        check(line, run.plan().policy().hold(), run.id().value());
        check(line, run.job(job).planned().policy().approval(), key(run, job));
      }
      default -> {}
    }
  }

  private void approved(Line line, String what) {
    approvals
        .computeIfAbsent(what, _ -> new ArrayList<>())
        .add(line.transition().actor().name());
  }

  private void check(Line line, Optional<Approval> wanted, String what) {
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
      verdict.broken(Law.APPROVED, "%s: %s approved, of %s".formatted(line, by, wanted.get()));
    }
  }

  private static String key(Run run, int job) {
    return run.id().value() + "/" + job;
  }
}
