package dev.pawl.simulation.invariants;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Checks that every transient state has a deadline, stored with the run, and ends by it.
final class DeadlineInvariants implements InvariantCheck {

  private final ViolationRecorder violations;
  private final Deadlines deadlines;

  DeadlineInvariants(ViolationRecorder violations, Deadlines deadlines) {
    this.violations = violations;
    this.deadlines = deadlines;
  }

  @Override
  public void change(ObservedChange seen) {
    Run run = seen.after();
    if (run.isOver()) {
      return;
    }
    Optional<Instant> due = seen.change().nextDue();
    if (due.isEmpty()) {
      violations.violated(
          Invariant.ENDS_IN_TIME, "run %s has no deadline, %s".formatted(run.id(), words(run)));
      return;
    }
    Optional<Instant> earliest = ReferenceDeadlines.ends(run);
    for (Job job : run.jobs()) {
      Optional<Instant> ends = ReferenceDeadlines.ends(job, deadlines);
      if (ends.isPresent() && (earliest.isEmpty() || ends.get().isBefore(earliest.get()))) {
        earliest = ends;
      }
    }
    if (earliest.isPresent() && due.get().isAfter(earliest.get())) {
      violations.violated(
          Invariant.ENDS_IN_TIME,
          "run %s is looked at again at %s, but must be at %s: %s"
              .formatted(run.id(), due.get(), earliest.get(), words(run)));
    }
  }

  /// Checks that no state is past its deadline by more than `patience`.
  void audit(ReferenceState reference, Instant now, Duration patience) {
    auditPlaces(reference, now, patience);
    for (Run run : reference.open().values()) {
      if (isOverdue(ReferenceDeadlines.ends(run), now, patience)) {
        violations.violated(
            Invariant.ENDS_IN_TIME, "run %s is stuck, %s".formatted(run.id(), words(run)));
      }
      for (Job job : run.jobs()) {
        if (!job.isOver() && isOverdue(ReferenceDeadlines.ends(job, deadlines), now, patience)) {
          violations.violated(
              Invariant.ENDS_IN_TIME,
              "run %s: job %s is stuck at %s, %s"
                  .formatted(run.id(), job.planned().id(), now, words(run)));
        }
      }
    }
  }

  /// Checks that no ended holder keeps its place for longer than its processes can run.
  private void auditPlaces(ReferenceState reference, Instant now, Duration patience) {
    for (Group group : reference.groups().values()) {
      for (GroupMember member : group.members()) {
        Run run = reference.run(member.run());
        Optional<GroupPlace> place =
            run == null
                ? Optional.empty()
                : member.job() == GroupMember.WHOLE_RUN
                    ? run.place()
                    : run.job(member.job()).place();
        if (isOverdue(place.flatMap(GroupPlace::keptUntil), now, patience)) {
          violations.violated(
              Invariant.ENDS_IN_TIME, "%s: %s is still there".formatted(group.key(), member));
        }
      }
    }
  }

  private static boolean isOverdue(Optional<Instant> deadline, Instant now, Duration patience) {
    return deadline.filter(at -> at.plus(patience).isBefore(now)).isPresent();
  }

  /// The run and its open jobs, in words.
  static String words(Run run) {
    var words = new StringBuilder("it is " + run.state());
    for (Job job : run.jobs()) {
      if (!AttemptMachine.MACHINE.isTerminal(job.attempt().state())) {
        words.append("; ").append(job.planned().id()).append(" is ").append(job.attempt());
        job.place().ifPresent(place -> words.append(" in ").append(place));
      }
    }
    return words.toString();
  }
}
