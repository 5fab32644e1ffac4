package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes rows of table `step`, which begin with the first transition of a step.
final class StepRowWriter {

  private static final String PENDING = Machine.wireName(StepState.PENDING);
  private static final String FAILED = Machine.wireName(StepState.FAILED);

  private final TableWrites steps;

  StepRowWriter(WriteBatch writes) {
    this.steps = writes.table(SqlTable.STEP);
  }

  /// @param name its name, for its first transition
  void transition(
      Run run, StepMoved moved, Supplier<String> name, String from, String to, Instant at) {
    boolean isFirst = from.equals(PENDING);
    boolean starts = moved.event() == StepEvent.START;
    boolean ends = StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, to));
    boolean hasExitCode = ends && moved.end().ender() != StepEnd.Ender.NOBODY;
    Optional<PlannedJob> failed = to.equals(FAILED) ? planned(run, moved) : Optional.empty();
    @Nullable Object[] row = {
      run.id().value(),
      moved.attempt().job(),
      moved.attempt().attempt(),
      moved.step(),
      nameAfter(moved, isFirst, name),
      moved.type().wireName(),
      to,
      starts ? 1L : 0L,
      hasExitCode ? moved.end().exitCode() : null,
      ends ? Machine.wireName(moved.end().ender()) : null,
      moved.end().message(),
      failed.map(job -> job.steps().get(moved.step()).source()).orElse(""),
      failed.filter(job -> job.body().isOptional(moved.step())).isPresent() ? 1 : 0,
      starts ? at : null,
      ends ? at : null
    };
    if (isFirst) {
      steps.insert(row);
    } else {
      steps.update(row);
    }
  }

  /// The job whose plan has the step; empty for a hook, and for a restored run, whose plan is lost.
  private static Optional<PlannedJob> planned(Run run, StepMoved moved) {
    int job = moved.attempt().job();
    return moved.type().isHook() || job >= run.jobs().size()
        ? Optional.empty()
        : Optional.of(run.job(job).planned())
            .filter(planned -> moved.step() < planned.steps().size());
  }

  private static @Nullable String nameAfter(
      StepMoved moved, boolean isFirst, Supplier<String> name) {
    if (!moved.name().isEmpty()) {
      return moved.name();
    }
    return isFirst ? name.get() : null;
  }
}
