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

/// Checks a run for deadlines that have passed without effect.
final class DeadlineCheck {

  /// Time that an orchestrator has to act: it polls every second, and waits half a minute after a
  /// start.
  static final Duration GRACE = Duration.ofMinutes(2);

  /// A run without a deadline that has no journal entry for that long is stuck.
  static final Duration MAX_IDLE = Duration.ofHours(1);

  private final Deadlines deadlines;
  private final Instant now;

  DeadlineCheck(Deadlines deadlines, Instant now) {
    this.deadlines = deadlines;
    this.now = now;
  }

  List<Finding> findings(Run run, AuditResult examined) {
    List<Finding> findings = new ArrayList<>();
    for (Job job : run.jobs()) {
      deadlines
          .leaseExpiry(job.attempt())
          .filter(this::isOverdue)
          .ifPresent(end -> findings.add(lease(run, job, end)));
    }
    Optional<Instant> due = examined.nextDue();
    if (findings.isEmpty() && due.filter(this::isOverdue).isPresent()) {
      findings.add(finding(Finding.Code.STUCK, run, stuck(run, due.get())));
    }
    if (due.isEmpty()
        && !run.isOver()
        && examined.lastEntryAt().plus(MAX_IDLE).isBefore(now)
        && !waitsForAPlace(run)) {
      findings.add(
          finding(
              Finding.Code.NO_DEADLINE,
              run,
              "is %s since %s, and has no deadline"
                  .formatted(Machine.wireName(run.state()), examined.lastEntryAt())));
    }
    return findings;
  }

  private boolean isOverdue(Instant deadline) {
    return deadline.plus(GRACE).isBefore(now);
  }

  private static Finding lease(Run run, Job job, Instant end) {
    var held = (Attempt.WithAgent) job.attempt();
    return finding(
        Finding.Code.LEASE_OVERDUE,
        run,
        "lease %d of attempt '%s', held by agent '%s', ended at %s"
            .formatted(held.lease().number(), RunStateCheck.name(job), held.lease().agent(), end));
  }

  private String stuck(Run run, Instant due) {
    for (Job job : run.jobs()) {
      if (deadlines.stateDeadline(job).filter(this::isOverdue).isPresent()) {
        return "attempt '%s' is %s since %s, and its deadline was at %s"
            .formatted(
                RunStateCheck.name(job),
                Machine.wireName(job.attempt().state()),
                job.attempt().since(),
                deadlines.stateDeadline(job).get());
      }
    }
    return run.isOver()
        ? "has ended, and keeps its place in a group since %s".formatted(due)
        : "is %s, and its deadline was at %s".formatted(Machine.wireName(run.state()), due);
  }

  /// Whether the run or a job of it waits for a place in a group: then the deadlines are those of
  /// the holders.
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
