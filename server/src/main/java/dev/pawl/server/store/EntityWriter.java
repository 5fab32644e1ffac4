package dev.pawl.server.store;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.step.StepEnd;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// The rows of attempts, leases and steps: one statement for each line of the journal.
final class EntityWriter {

  private final Sql sql;

  EntityWriter(Sql sql) {
    this.sql = sql;
  }

  void insertAttempt(String run, AttemptRef ref, PlannedJob job, Instant at) throws SQLException {
    ReasonCode reason = job.needs().isEmpty() ? ReasonCode.PROGRESS : ReasonCode.DEPENDENCY;
    sql.of(
            """
            INSERT INTO attempt (run_id, job, attempt, job_id, state, reason, message, since)
            VALUES (:run, :job, :attempt, :jobId, 'pending', :reason, '', :at)
            """)
        .with("run", run)
        .with("job", ref.job())
        .with("attempt", ref.attempt())
        .with("jobId", job.id())
        .with("reason", Machine.wireName(reason))
        .with("at", at)
        .update();
  }

  void attempt(String run, AttemptMoved moved, String to, PlannedJob job, Instant at)
      throws SQLException {
    boolean starts = moved.event() == AttemptEvent.START;
    boolean ends = AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, to));
    move(run, moved.attempt(), to)
        .with("reason", Machine.wireName(moved.reason().code()))
        .with("message", moved.reason().message())
        .with("at", at)
        .with("startedAt", starts ? at : null)
        .with("endedAt", ends ? at : null)
        .update();
    if (starts) {
      insertSteps(run, moved.attempt(), job);
    }
  }

  private Sql.Statement move(String run, AttemptRef ref, String to) throws SQLException {
    return sql.of(
            """
            UPDATE attempt SET state = :state, reason = :reason, message = :message, since = :at,
                               started_at = coalesce(started_at, :startedAt), ended_at = :endedAt
            WHERE run_id = :run AND job = :job AND attempt = :attempt
            """)
        .with("run", run)
        .with("job", ref.job())
        .with("attempt", ref.attempt())
        .with("state", to);
  }

  void leased(String run, AttemptLeased leased, String to, Instant at) throws SQLException {
    move(run, leased.lease().attempt(), to)
        .with("reason", Machine.wireName(leased.reason().code()))
        .with("message", leased.reason().message())
        .with("at", at)
        .with("startedAt", null)
        .with("endedAt", null)
        .update();
    of(
            run,
            leased.lease(),
            """
            INSERT INTO lease (run_id, job, attempt, lease, agent, state, granted_at, renewed_at)
            VALUES (:run, :job, :attempt, :lease, :agent, 'granted', :at, :at)
            """)
        .with("agent", leased.agent())
        .with("at", at)
        .update();
  }

  void lease(String run, LeaseMoved moved, String to, Instant at) throws SQLException {
    boolean ends = LeaseMachine.MACHINE.isTerminal(Machine.ofWireName(LeaseState.class, to));
    of(
            run,
            moved.lease(),
            """
            UPDATE lease SET state = :state, ended_at = :endedAt,
                             renewed_at = coalesce(:renewedAt, renewed_at)
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .with("state", to)
        .with("endedAt", ends ? at : null)
        .with("renewedAt", moved.event() == LeaseEvent.ACK ? at : null)
        .update();
  }

  void renewed(String run, Job job) throws SQLException {
    if (job.attempt() instanceof Attempt.WithAgent held) {
      of(
              run,
              new LeaseRef(job.ref(), held.lease().number()),
              """
              UPDATE lease SET renewed_at = :at
              WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
              """)
          .with("at", held.lease().renewedAt())
          .update();
    }
  }

  private Sql.Statement of(String run, LeaseRef lease, String text) throws SQLException {
    return sql.of(text)
        .with("run", run)
        .with("job", lease.attempt().job())
        .with("attempt", lease.attempt().attempt())
        .with("lease", lease.number());
  }

  private void insertSteps(String run, AttemptRef ref, PlannedJob job) throws SQLException {
    List<String> names = job.steps().stream().map(step -> step.name()).toList();
    for (int index = 0; index < names.size(); index++) {
      sql.of(
              """
              INSERT INTO step (run_id, job, attempt, step, name, step_type, state, message)
              VALUES (:run, :job, :attempt, :step, :name, 'step', 'pending', '')
              ON CONFLICT DO NOTHING
              """)
          .with("run", run)
          .with("job", ref.job())
          .with("attempt", ref.attempt())
          .with("step", index)
          .with("name", names.get(index))
          .update();
    }
  }

  void step(String run, StepMoved moved, String to, Instant at) throws SQLException {
    boolean ends = StepMachine.MACHINE.isTerminal(Machine.ofWireName(StepState.class, to));
    boolean hasExitCode = ends && moved.end().ender() != StepEnd.Ender.NOBODY;
    sql.of(
            """
            UPDATE step SET state = :state, exit_code = :exitCode, ended_by = :endedBy, message = :message,
                            started_at = coalesce(started_at, :startedAt), ended_at = :endedAt
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND step = :step
            """)
        .with("state", to)
        .with("exitCode", hasExitCode ? moved.end().exitCode() : null)
        .with("endedBy", ends ? Machine.wireName(moved.end().ender()) : null)
        .with("message", moved.end().message())
        .with("startedAt", moved.event() == StepEvent.START ? at : null)
        .with("endedAt", ends ? at : null)
        .with("run", run)
        .with("job", moved.attempt().job())
        .with("attempt", moved.attempt().attempt())
        .with("step", moved.step())
        .update();
  }
}
