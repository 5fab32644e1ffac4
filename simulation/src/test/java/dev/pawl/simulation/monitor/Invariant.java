package dev.pawl.simulation.monitor;

/// The invariants, by their numbers in the design.
public enum Invariant {
  IN_ITS_TABLE(1, "every transition is in its table"),
  TERMINAL_STAYS(2, "terminal never changes"),
  VERSION_BY_ONE(3, "a version rises by one a commit"),
  JOURNAL_REPLAYS(4, "the journal replays to the stored state"),
  JOURNAL_WHOLE(5, "the journal's sequence has no gaps, its chain of hashes holds"),
  ENDS_WITH_ITS_PARTS(6, "a run is terminal exactly when its jobs are, an attempt over its steps"),
  RESULT_IS_A_FUNCTION(7, "the run's result is a function of its jobs' results"),
  REFINES(8, "every abstraction map holds on every transition, and the actor fits the row"),
  ONE_LIVE_LEASE(9, "at most one live lease an attempt"),
  LEASED_WHILE_OUT(10, "leased, starting, … cancelling exactly when there is a live lease"),
  CURRENT_LEASE(11, "whatever is accepted carries the current lease"),
  ONE_OUTCOME(12, "at most one accepted outcome an attempt"),
  ATTEMPTS_WITHIN_POLICY(13, "attempts within the policy"),
  FIT_AGENT(14, "no lease to an agent that drains, is revoked, lacks a label or a free slot"),
  FENCED_IN_TIME(15, "no expiry too early, no process without START or beyond its fence"),
  NEEDS_FIRST(16, "nothing is queued before its needs allow it"),
  SKIP_HAS_CAUSE(17, "every skip names its cause"),
  WITHIN_MAX(18, "holders of a group, and those with processes, are at most its max"),
  IN_ORDER(19, "those that wait for a group could start, and are let in in the declared order"),
  APPROVED(20, "no lease behind a hold without its approvals"),
  NO_LEASE_AFTER_CANCEL(21, "no new lease after a cancel but that of the workflow's hooks"),
  ENDS_IN_TIME(22, "every transient state has its deadline and ends by it"),
  NO_HOOK_AFTER_FORCE(23, "no hook after force"),
  RETRYABLE_ONLY(24, "a class that is not retryable is not retried"),
  BACKOFF_IN_BOUNDS(25, "backoff within its bounds"),
  SAME_ANSWER(26, "the same message again: the same answer, no second effect"),
  EFFECT_WITH_CAUSE(27, "each effect is committed with its cause, and delivered"),
  LOG_IN_ORDER(28, "acknowledged log bytes are neither lost nor out of order"),
  BREAKER_HOLDS(29, "open lets nothing through, half-open one probe"),
  BOUNDED(30, "every queue, cache and buffer is bounded"),
  NOTHING_LEFT(31, "at rest there is no orphan lease, deadline, effect, place or slot"),
  ONE_COMMIT(32, "all jobs of a run execute the same commit, and so do its retries"),
  OWN_GROUPS(33, "a run is in groups of its repository, or in those that all repositories share");

  private final int number;
  private final String words;

  Invariant(int number, String words) {
    this.number = number;
    this.words = words;
  }

  public int number() {
    return number;
  }

  @Override
  public String toString() {
    return number + " (" + words + ")";
  }
}
