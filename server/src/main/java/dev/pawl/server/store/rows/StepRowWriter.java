package dev.pawl.server.store.rows;

import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Writes rows of table `step`. Planned steps are inserted when the attempt starts, hooks with
/// their first transition.
final class StepRowWriter {

  private final TableWrites steps;

  StepRowWriter(WriteBatch writes) {
    this.steps = writes.table(SqlTable.STEP);
  }

  /// @param isFirst whether it is the attempt's first start; after a recovery the rows exist
  void insertPlanned(String run, AttemptRef ref, PlannedJob job, boolean isFirst) {
    for (int index = 0; index < job.steps().size(); index++) {
      @Nullable Object[] row = row(run, ref, index, job.body().name(index), StepType.STEP);
      if (isFirst) {
        steps.insert(row);
      } else {
        steps.insertIfAbsent(row);
      }
    }
  }

  private static @Nullable Object[] row(
      String run, AttemptRef ref, int index, String name, StepType type) {
    return new @Nullable Object[] {
      run,
      ref.job(),
      ref.attempt(),
      index,
      name,
      type.wireName(),
      "pending",
      0L,
      null,
      null,
      "",
      null,
      null
    };
  }

  void transition(String run, StepMoved moved, String to, Instant at) {
    AttemptRef ref = moved.attempt();
    if (moved.type().isHook()) {
      steps.insertIfAbsent(row(run, ref, moved.step(), moved.type().title(), moved.type()));
    }
    boolean starts = moved.event() == StepEvent.START;
    boolean ends = StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, to));
    boolean hasExitCode = ends && moved.end().ender() != StepEnd.Ender.NOBODY;
    steps.update(
        run,
        ref.job(),
        ref.attempt(),
        moved.step(),
        moved.name().isEmpty() ? null : moved.name(),
        null,
        to,
        starts ? 1L : 0L,
        hasExitCode ? moved.end().exitCode() : null,
        ends ? Machine.wireName(moved.end().ender()) : null,
        moved.end().message(),
        starts ? at : null,
        ends ? at : null);
  }
}
