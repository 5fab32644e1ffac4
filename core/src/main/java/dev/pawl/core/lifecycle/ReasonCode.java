package dev.pawl.core.lifecycle;

/// The reason for the state of an entity: one enum for what it waits for and for how it ended.
public enum ReasonCode {
  /// Normal progress; the state says everything.
  PROGRESS,

  // Waits.
  /// It waits for the jobs that it needs.
  DEPENDENCY,
  /// It waits for reviewers.
  APPROVAL,
  /// It waits for its wait timer.
  TIMER,
  /// It waits before a retry.
  BACKOFF,
  /// It waits for a start delay.
  DELAY,
  /// It waits for a place in its concurrency group.
  CONCURRENCY,
  /// It waits for other cells of its matrix.
  MAX_PARALLEL,
  /// It waits for its agent to reconnect.
  AGENT_RECONNECT,

  // How it ended, other than by a failure.
  /// It succeeded.
  OK,
  /// The result of an earlier run is reused.
  REUSED,
  /// Its condition was false.
  CONDITION,
  /// A job that it needs did not succeed.
  UPSTREAM,
  /// There was nothing to run.
  FILTER,
  /// A newer run took its place.
  SUPERSEDED,
  /// Another cell of its matrix failed.
  FAIL_FAST,
  /// A reviewer rejected it, or it would have caused a deadlock.
  REJECTED,
  /// Nobody approved it in time.
  EXPIRED,
  /// No agent took it in time.
  NO_AGENT,
  /// The process that owned it is gone.
  INTERRUPTED,

  // Failure classes.
  /// A failure that no rule matched; also a request by a person.
  USER,
  /// The machine or an agent failed.
  INFRA,
  /// The agent's lease expired, or the agent lost the attempt.
  LOST,
  /// A process could not be started.
  STARTUP,
  /// A download failed.
  FETCH,
  /// It exceeded its timeout, or its run's.
  TIMEOUT,
  /// It ran out of memory.
  OOM,
  /// The breaker of its tool is open.
  CIRCUIT_OPEN,
  /// A compiler or linker reported errors.
  COMPILE,
  /// A test failed.
  TEST,
  /// A linter or formatter reported errors.
  LINT,
  /// The same job has succeeded for the same commit.
  FLAKY,
  /// A hook failed.
  HOOK;

  /// Whether it names something that an entity waits for.
  public boolean isWait() {
    return switch (this) {
      case DEPENDENCY,
          APPROVAL,
          TIMER,
          BACKOFF,
          DELAY,
          CONCURRENCY,
          MAX_PARALLEL,
          AGENT_RECONNECT ->
          true;
      case PROGRESS -> false;
      case OK, REUSED, CONDITION, UPSTREAM, FILTER, SUPERSEDED, FAIL_FAST -> false;
      case REJECTED, EXPIRED, NO_AGENT, INTERRUPTED -> false;
      case USER, INFRA, LOST, STARTUP, FETCH, TIMEOUT, OOM, CIRCUIT_OPEN -> false;
      case COMPILE, TEST, LINT, FLAKY, HOOK -> false;
    };
  }

  /// Whether it is a class of failure, by which a retry is decided.
  public boolean isFailureClass() {
    return switch (this) {
      case USER, INFRA, LOST, STARTUP, FETCH, TIMEOUT, OOM, CIRCUIT_OPEN -> true;
      case COMPILE, TEST, LINT, FLAKY, HOOK -> true;
      case PROGRESS -> false;
      case DEPENDENCY, APPROVAL, TIMER, BACKOFF, DELAY -> false;
      case CONCURRENCY, MAX_PARALLEL, AGENT_RECONNECT -> false;
      case OK, REUSED, CONDITION, UPSTREAM, FILTER, SUPERSEDED, FAIL_FAST -> false;
      case REJECTED, EXPIRED, NO_AGENT, INTERRUPTED -> false;
    };
  }
}
