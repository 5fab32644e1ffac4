package dev.pawl.simulation.scenario;

import java.util.Locale;

/// A kind of work: a feature that workflows use, or something that users do to runs.
public enum WorkKind {
  // Of jobs.
  NEEDS,
  CONDITIONS,
  CONTINUE_ON_ERROR,
  STATIC_MATRIX,
  DYNAMIC_MATRIX,
  CALLS,
  JOB_RETRIES,
  STEP_RETRIES,
  JOB_TIMEOUTS,
  JOB_APPROVALS,
  JOB_TIMERS,
  JOB_GROUPS,
  GROUP_COMMANDS,
  JOB_HOOKS,
  FAILING_HOOKS,
  TOOLS,
  UPLOADS,
  ENVIRONMENTS,
  RARE_LABELS,
  LOGS,

  // Of runs.
  RUN_APPROVALS,
  RUN_DELAYS,
  RUN_TIMEOUTS,
  RUN_GROUPS,
  CANCEL_IN_PROGRESS,
  NEWEST_WAITS,
  RUN_HOOKS,
  RUN_RETRIES,
  REPORTS,
  REFS,
  PLANNING_FAILS,
  NOTHING_TO_RUN,

  // Of people.
  CANCEL_RUN,
  FORCE_RUN,
  CANCEL_JOB,
  RETRY_JOB,
  SKIP_JOB,
  RERUN,
  TRIGGER_TWICE,
  RESET_BREAKER,
  DRAIN_AGENT,
  REVOKE_AGENT;

  /// The name in reports.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
