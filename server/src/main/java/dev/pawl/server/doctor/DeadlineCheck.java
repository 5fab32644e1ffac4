package dev.pawl.server.doctor;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.audit.AuditResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deadlines that have passed without anybody acting on them.
final class DeadlineCheck {

  /// What an orchestrator is given: it looks every second, and waits half a minute after a start.
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Without any entry and without a deadline, something has been forgotten.
  static final Duration SILENCE = Duration.ofHours(1);

  private final Deadlines deadlines;
  private final Instant now;

  DeadlineCheck(Deadlines deadlines, Instant now) {
    this.deadlines = deadlines;
    this.now = now;
  }

  List<Finding> findings(Run run, AuditResult examined) {
    if (run.isOver()) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    for (Job job : run.jobs()) {
      deadlines
          .leaseExpiry(job.attempt())
          .filter(this::isLong)
          .ifPresent(end -> findings.add(lease(run, job, end)));
    }
    Optional<Instant> due = examined.nextDue();
    if (findings.isEmpty() && due.filter(this::isLong).isPresent()) {
      findings.add(finding(Finding.Code.STUCK, run, stuck(run, due.get())));
    }
    if (due.isEmpty()
        && examined.lastEntryAt().plus(SILENCE).isBefore(now)
        && !waitsForAPlace(run)) {
      findings.add(
          finding(
              Finding.Code.NO_DEADLINE,
              run,
              "is %s since %s, and waits for nothing that has a deadline"
                  .formatted(Machine.wireName(run.state()), examined.lastEntryAt())));
    }
    return findings;
  }

  private boolean isLong(Instant deadline) {
    return deadline.plus(PATIENCE).isBefore(now);
  }

  private static Finding lease(Run run, Job job, Instant end) {
    var held = (Attempt.WithAgent) job.attempt();
    return finding(
        Finding.Code.LEASE_OVERDUE,
        run,
        "lease %d of %s, which agent %s has, was over at %s"
            .formatted(held.lease().number(), RunStateCheck.name(job), held.lease().agent(), end));
  }

  private String stuck(Run run, Instant due) {
    for (Job job : run.jobs()) {
      if (deadlines.stateDeadline(job).filter(this::isLong).isPresent()) {
        return "attempt %s is %s since %s, and its deadline was at %s"
            .formatted(
                RunStateCheck.name(job),
                Machine.wireName(job.attempt().state()),
                job.attempt().since(),
                deadlines.stateDeadline(job).get());
      }
    }
    return "is %s, and its deadline was at %s".formatted(Machine.wireName(run.state()), due);
  }

  /// Then it waits for as long as others take, whose deadlines are their own.
  private static boolean waitsForAPlace(Run run) {
    Optional<GroupPlace> own = run.place();
    boolean isWaiting = own.isPresent() && !own.get().isHeld();
    for (Job job : run.jobs()) {
      isWaiting |= job.place().isPresent() && !job.place().get().isHeld();
    }
    return isWaiting;
  }

  private static Finding finding(Finding.Code code, Run run, String what) {
    return new Finding(code, "run", run.id().value(), what);
  }
}
