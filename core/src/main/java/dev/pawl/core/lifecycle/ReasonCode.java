package dev.pawl.core.lifecycle;

/// Why an entity is where it is: one enum for what it waits for and for how it ended.
public enum ReasonCode {
  /// It simply went on; the state says it all.
  PROGRESS,

  // What it waits for.
  DEPENDENCY,
  APPROVAL,
  TIMER,
  BACKOFF,
  DELAY,
  CONCURRENCY,
  MAX_PARALLEL,
  AGENT_RECONNECT,

  // How it ended, other than by a failure's class.
  OK,
  REUSED,
  CONDITION,
  UPSTREAM,
  FILTER,
  SUPERSEDED,
  FAIL_FAST,
  REJECTED,
  EXPIRED,
  NO_AGENT,
  INTERRUPTED,

  // The classes of failure; `user` is also a person's cancel, `timeout` also a run's.
  USER,
  INFRA,
  LOST,
  STARTUP,
  FETCH,
  TIMEOUT,
  OOM,
  CIRCUIT_OPEN,
  COMPILE,
  TEST,
  LINT,
  FLAKY,
  HOOK;

  /// Whether it names something that an entity waits for, not how far it came or how it ended.
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
