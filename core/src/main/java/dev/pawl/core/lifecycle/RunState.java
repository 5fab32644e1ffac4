package dev.pawl.core.lifecycle;

/// One evaluation of a workflow for one trigger. Where it is; the legal moves are in [RunMachine].
public enum RunState {
  /// The trigger was accepted; nobody has read the workflow yet.
  CREATED,
  /// A planner reads the workflow file at the commit.
  PLANNING,
  /// There is a plan, and no job has had a lease yet.
  QUEUED,
  /// The run as a whole waits for a person.
  HELD,
  /// The run waits for its start delay.
  WAITING,
  /// There was nothing to run.
  SKIPPED,
  /// The plan could not be made; the run is about to fail with its diagnostics.
  PLAN_FAILED,
  /// A required job, the plan or a hook failed.
  FAILED,
  /// Cancelled, rejected or expired.
  CANCELLED,
  /// Some job has had a lease.
  RUNNING,
  /// All required jobs succeeded.
  SUCCESS,
  /// A graceful cancel is under way.
  CANCELLING,
  /// Some attempt recovers and none moves.
  RECOVERING,
  /// All jobs ended after the run's time-out.
  TIMED_OUT
}
