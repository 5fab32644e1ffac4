package dev.pawl.simulation.scenario;

import java.util.Locale;

/// A kind of fault outside of the system: network, store, orchestrator process, agent.
public enum FaultKind {
  // Network.

  /// A connection is lost, with the messages in flight.
  CONNECTION_LOST,
  /// A message arrives twice.
  DUPLICATE,
  /// A message is very late, and so are all that follow it on its connection.
  DELAY,
  /// A later message on another connection arrives earlier.
  REORDER,
  /// No message arrives in one direction.
  ONE_WAY_PARTITION,
  /// No message arrives in either direction.
  PARTITION,
  /// An agent reconnects to another orchestrator.
  RECONNECT_ELSEWHERE,

  // Store.

  /// A commit fails with a version conflict.
  CONFLICT,
  CRASH_BEFORE_COMMIT,
  CRASH_AFTER_COMMIT,
  /// The process crashes before the first reply of a commit is sent.
  CRASH_BEFORE_EFFECTS,
  CRASH_BETWEEN_EFFECTS,
  /// The commit succeeded, but its outcome is unknown to the caller.
  UNKNOWN_BUT_DONE,
  /// The commit failed, and its outcome is unknown to the caller.
  UNKNOWN_AND_NOT_DONE,
  STORE_SLOW,
  STORE_FULL,

  // Orchestrators.

  ORCHESTRATOR_CRASH,
  /// The process is paused for longer than a lease, and continues without noticing.
  ORCHESTRATOR_PAUSE,
  /// The store's clock, which everybody uses, is set forward or back.
  CLOCK_SKEW,

  /// Every decision about a run fails, until it is ended by force.
  POISONED_RUN,

  /// A notice that a queue is reserved does not arrive.
  NOTICE_LOST,
  /// Such a notice arrives late, or twice.
  NOTICE_LATE,
  /// A queue is reserved for an orchestrator that is dead.
  NOTICE_WRONG,

  // Agents.

  /// The agent crashes with its processes, and restarts with its disk.
  AGENT_CRASH,
  /// The agent crashes and restarts at once under the same name, while it still counts as
  /// connected.
  AGENT_REPLACED,
  /// The agent's process is stopped for some time; its jobs' processes and its watchdog are not.
  AGENT_ZOMBIE,
  /// The whole machine and its clock stop for some time.
  AGENT_CLOCK_STOPS,
  AGENT_SLOW,
  /// The agent repeats an old message of a lease.
  LATE_COMPLETION,
  DUPLICATE_COMPLETION,
  /// The agent uses a lease that is not its attempt's.
  WRONG_LEASE,
  IGNORES_CANCEL,
  /// The agent cannot store its messages.
  AGENT_DISK_FULL,
  /// The machine crashes: the last writes, or the whole disk, are lost.
  AGENT_DISK_LOST;

  /// The name in reports.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
