package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.sql.SQLException;
import java.time.Instant;

/// The rows of steps. Those of the plan come with the start, hooks with their first row.
final class StepRows {

  private final Sql sql;

  StepRows(Sql sql) {
    this.sql = sql;
  }

  /// A start that ends a recovery finds them there.
  void insertPlanned(String run, AttemptRef ref, PlannedJob job) throws SQLException {
    for (int index = 0; index < job.steps().size(); index++) {
      insert(run, ref, index, job.body().name(index), StepType.STEP);
    }
  }

  private void insert(String run, AttemptRef ref, int index, String name, StepType type)
      throws SQLException {
    sql.of(
            """
            INSERT INTO step (run_id, job, attempt, step, name, step_type, state, tries, message)
            VALUES (:run, :job, :attempt, :step, :name, :type, 'pending', 0, '')
            ON CONFLICT DO NOTHING
            """)
        .with("run", run)
        .with("job", ref.job())
        .with("attempt", ref.attempt())
        .with("step", index)
        .with("name", name)
        .with("type", type.wireName())
        .update();
  }

  void moved(String run, StepMoved moved, String to, Instant at) throws SQLException {
    if (moved.type().isHook()) {
      insert(run, moved.attempt(), moved.step(), moved.type().title(), moved.type());
    }
    boolean starts = moved.event() == StepEvent.START;
    boolean ends = StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, to));
    boolean hasExitCode = ends && moved.end().ender() != StepEnd.Ender.NOBODY;
    sql.of(
            """
            UPDATE step SET state = :state, tries = tries + :started, exit_code = :exitCode,
                            ended_by = :endedBy, message = :message,
                            name = coalesce(:name, name),
                            started_at = coalesce(started_at, :startedAt), ended_at = :endedAt
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND step = :step
            """)
        .with("state", to)
        .with("started", starts ? 1 : 0)
        .with("exitCode", hasExitCode ? moved.end().exitCode() : null)
        .with("endedBy", ends ? Machine.wireName(moved.end().ender()) : null)
        .with("message", moved.end().message())
        .with("name", moved.name().isEmpty() ? null : moved.name())
        .with("startedAt", starts ? at : null)
        .with("endedAt", ends ? at : null)
        .with("run", run)
        .with("job", moved.attempt().job())
        .with("attempt", moved.attempt().attempt())
        .with("step", moved.step())
        .update();
  }
}
