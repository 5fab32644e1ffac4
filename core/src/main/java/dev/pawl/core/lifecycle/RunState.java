package dev.pawl.core.lifecycle;

/// The states of a run, which is one evaluation of a workflow for one trigger; the legal moves are
/// in [RunMachine].
public enum RunState {
  /// The trigger was accepted; the workflow has not been read.
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
  /// The plan failed; the run is about to fail with its diagnostics.
  PLAN_FAILED,
  /// A required job, the plan or a hook failed.
  FAILED,
  /// Cancelled, rejected or expired.
  CANCELLED,
  /// Some job has had a lease.
  RUNNING,
  /// All required jobs succeeded.
  SUCCESS,
  /// A graceful cancel is in progress.
  CANCELLING,
  /// Some attempt is recovering, and no other is with an agent.
  RECOVERING,
  /// All jobs ended after the run's timeout.
  TIMED_OUT
}
