package dev.pawl.core.lifecycle.conformance;

import static dev.pawl.core.lifecycle.conformance.StateMapping.map;

import java.util.List;

/// The mappings of our machines to each published machine. States that are not named keep their
/// name.
///
/// What is ruled out or left out has its reason; anything else that a mapping does not cover is a
/// finding.
final class StateMappings {

  // spotless:off
  static final List<StateMapping> ALL = List.of(

      map("KiCI via run", "run", "kici-execution")
          .sends("created planning", "pending")
          .sends("plan_failed",      "queued")
          .sends("timed_out",        "failed"),

      map("KiCI via attempt", "attempt", "kici-execution")
          .sends("leased starting", "queued")
          .sends("uploading",       "running")
          .sends("timed_out lost",  "failed"),

      map("KiCI via step", "step", "kici-execution")
          .sends("retrying", "running"),

      map("Delta run", "run", "delta-run").inUpperCase()
          .sends("held waiting queued", "QUEUED")
          .sends("running recovering",  "RUNNING")
          .sends("cancelling",          "CANCEL_REQUESTED")
          .sendsFrom("cancelling", "failed", "CANCELED")
          .sends("timed_out",           "TIMEOUT")
          .sends("cancelled",           "CANCELED")
          .never("cancelling TIME_OUT", "a run that is cancelled does not time out any more")
          .variant("run time-out", view -> view
              .sends("cancelling", "RUNNING")
              .never("cancelling COMPLETE, cancelling FAIL, cancelling CANCEL_FORCE",
                  "the result of a run whose time is over is timed_out, before anything else"))
          .leavesOut("skipped", "there is no such run: nothing was to be done")
          .beside("report published", "SUCCESS",  "REPORTED")
          .beside("report published", "FAILED",   "REPORTED")
          .beside("report published", "CANCELED", "REPORTED")
          .beside("report published", "TIMEOUT",  "REPORTED"),

      map("Delta job", "attempt", "delta-job").inUpperCase()
          .sends("pending held waiting", "CREATED")
          .sends("recovering",           "RUNNING")
          .sends("cancelling",           "CANCEL_REQUESTED")
          .sendsFrom("cancelling", "failed", "CANCELED")
          .sendsFrom("queued",     "failed", "CANCELED")
          .sends("success",              "SUCCEEDED")
          .sends("cancelled",            "CANCELED")
          .never("recovering LOSE", "what lost looks like depends on whether there is a next attempt")
          .variant("next attempt queued", view -> view.sends("lost", "QUEUED"))
          .variant("no retry left",       view -> view.sends("lost", "FAILED"))
          .beyondTheData("after a failed attempt", view -> view
              .sends("pending held waiting", "FAILED")
              .path("FAILED", "CANCELED", "retry", "cancel", "CancelAck_or_deadline"))
          .beyondTheData("after an attempt that timed out", view -> view
              .sends("pending held waiting", "TIMED_OUT")
              .path("TIMED_OUT", "CANCELED", "retry", "cancel", "CancelAck_or_deadline"))
          .beyondTheData("after a lost attempt", view -> view
              .sends("pending held waiting", "QUEUED")
              .path("QUEUED", "CANCELED", "cancel", "CancelAck_or_deadline"))
          .leavesOut("skipped", "the job is not in the plan")
          .beside("next attempt queued", "FAILED",    "QUEUED")
          .beside("next attempt queued", "TIMED_OUT", "QUEUED"),

      map("Delta lease", "lease", "delta-lease").inUpperCase()
          .sends("cancelled", "CANCELED"),

      map("Workstream", "run", "workstream")
          .sends("created planning held waiting queued",      "S_PENDING")
          .sends("running recovering cancelling plan_failed", "S_RUNNING")
          .sends("success",                                   "S_SUCCESS")
          .sends("failed timed_out",                          "S_FAILED")
          .sends("cancelled",                                 "S_ABANDONED")
          .beyondTheData("run attempt 2 and on", view -> view
              .sends("created planning held waiting queued", "S_RETRYING")
              .path("S_RETRYING", "S_ABANDONED", "retry_attempt", "abandon")
              .path("S_RETRYING", "S_FAILED",    "retry_attempt", "step_fails"))
          .leavesOut("skipped", "there is no such workstream: nothing was to be done")
          .beside("retry scheduled", "S_FAILED",   "S_RETRYING")
          .beside("retry started",   "S_RETRYING", "S_RUNNING")
          .beside("retries spent",   "S_FAILED",   "S_ABANDONED"),

      map("Workstream step", "step", "workstream-step")
          .sends("pending",  "S_PENDING")
          .sends("running",  "S_RUNNING")
          .sends("success",  "S_SUCCESS")
          .sends("failed",   "S_FAILED")
          .sends("retrying", "S_RETRYING")
          .leavesOut("skipped",              "its steps have no conditions")
          .leavesOut("cancelling cancelled", "its steps are not cancelled: the workstream is abandoned"),

      map("Circuit breaker", "breaker", "circuit-breaker").inUpperCase()
          .leavesOut("RESET", "a person's word is ours"));
  // spotless:on

  private StateMappings() {}
}
