package dev.pawl.server.doctor;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks that no retry policy has made more attempts than it allows. Operators may retry without
/// limit, so the journal tells which attempts the policy made; it is read only for a job with more
/// attempts than its policy allows.
final class RetryLimitCheck {

  private static final String BY_POLICY = Machine.wireName(ReasonCode.BACKOFF);

  private final RunQueries reads;

  RetryLimitCheck(RunQueries reads) {
    this.reads = reads;
  }

  List<String> violations(Run run) {
    Set<String> beyond = beyond(run);
    List<String> broken = new ArrayList<>();
    if (!beyond.isEmpty()) {
      for (TransitionRow line : reads.transitions(run.id())) {
        if (line.event().equals("ATTEMPT_MADE")
            && line.reason().equals(BY_POLICY)
            && beyond.contains(line.entity())) {
          broken.add(
              "attempt '%s' was made by its retry policy, which allows fewer"
                  .formatted(line.entity()));
        }
      }
    }
    return broken;
  }

  /// The attempts beyond the limit of their policies.
  private static Set<String> beyond(Run run) {
    Set<String> beyond = new LinkedHashSet<>();
    for (Job job : run.jobs()) {
      int limit = 1 + job.planned().policy().effectiveRetry().max();
      for (int number = limit + 1; number <= job.attempt().number(); number++) {
        beyond.add(job.planned().id() + "/" + number);
      }
    }
    return beyond;
  }
}
