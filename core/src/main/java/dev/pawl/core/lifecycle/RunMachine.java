package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.*;
import static dev.pawl.core.lifecycle.RunEvent.*;
import static dev.pawl.core.lifecycle.RunState.*;

/// The table of the run: from its trigger to its result.
///
/// No event leaves `failed`: a rerun is another run attempt.
public final class RunMachine {

  // spotless:off
  public static final Machine<RunState, RunEvent> MACHINE =
      Machine.of("run", RunState.class, RunEvent.class)
          .startsIn(CREATED)
          .endsIn(SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT)
          //   from         event            to           by                         when
          .row(CREATED,     PLAN,            PLANNING,    by(ORCHESTRATOR),          "the trigger was accepted")
          .row(PLANNING,    PLANNED,         QUEUED,      by(PLANNER),               "a plan with jobs to run")
          .row(PLANNING,    HOLD,            HELD,        by(PLANNER),               "the run as a whole needs approval, a fork's pull request for one")
          .row(PLANNING,    WAIT,            WAITING,     by(PLANNER),               "a start delay was asked for")
          .row(PLANNING,    SKIP,            SKIPPED,     by(PLANNER),               "nothing to run: filters or conditions")
          .row(PLANNING,    PLAN_FAIL,       PLAN_FAILED, by(PLANNER),               "error, or time-out after the last try")
          .row(PLAN_FAILED, FAIL,            FAILED,      by(ORCHESTRATOR),          "the plan failed")
          .row(CREATED,     CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(PLANNING,    CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(HELD,        CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(WAITING,     CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(QUEUED,      CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(HELD,        APPROVE,         QUEUED,      by(REVIEWER),              "the last approval that was missing")
          .row(HELD,        REJECT,          CANCELLED,   by(REVIEWER),              "rejected")
          .row(HELD,        EXPIRE,          CANCELLED,   by(CLOCK),                 "the hold ran out")
          .row(WAITING,     TIMER_DONE,      QUEUED,      by(CLOCK),                 "the delay is over")
          .row(QUEUED,      START,           RUNNING,     by(ORCHESTRATOR),          "the first lease was granted; from recovering: an attempt moves again")
          .row(QUEUED,      FAIL,            FAILED,      by(ORCHESTRATOR),          "all jobs ended, the result function says failed")
          .row(RUNNING,     SUCCEED,         SUCCESS,     by(ORCHESTRATOR),          "all jobs ended, the result function says success")
          .row(RUNNING,     FAIL,            FAILED,      by(ORCHESTRATOR),          "all jobs ended, the result function says failed")
          .row(RUNNING,     CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(RUNNING,     CANCEL_GRACEFUL, CANCELLING,  by(PERSON, POLICY, CLOCK), "cancel, superseded, or run time-out, while attempts run")
          .row(RUNNING,     RECOVER,         RECOVERING,  by(ORCHESTRATOR),          "some attempt recovers and none moves")
          .row(RUNNING,     TIME_OUT,        TIMED_OUT,   by(ORCHESTRATOR),          "all jobs ended after the run's time-out")
          .row(RECOVERING,  START,           RUNNING,     by(ORCHESTRATOR),          "the first lease was granted; from recovering: an attempt moves again")
          .row(RECOVERING,  FAIL,            FAILED,      by(ORCHESTRATOR),          "all jobs ended, the result function says failed")
          .row(RECOVERING,  CANCEL,          CANCELLED,   by(PERSON, POLICY),        "force, or nothing is running yet")
          .row(RECOVERING,  TIME_OUT,        TIMED_OUT,   by(ORCHESTRATOR),          "all jobs ended after the run's time-out")
          .row(CANCELLING,  CANCEL_FORCE,    CANCELLED,   by(PERSON, CLOCK),         "force, or the cancel deadline")
          .row(CANCELLING,  COMPLETE,        CANCELLED,   by(ORCHESTRATOR),          "all jobs ended after a cancel")
          .row(CANCELLING,  FAIL,            FAILED,      by(ORCHESTRATOR),          "all jobs ended, the result function says failed")
          .row(CANCELLING,  TIME_OUT,        TIMED_OUT,   by(ORCHESTRATOR),          "all jobs ended after the run's time-out")
          .late(CANCELLING, CANCEL_GRACEFUL, "cancelling already")
          .late(QUEUED,     APPROVE,         "approved already")
          .late(RUNNING,    APPROVE,         "approved already")
          .late(CANCELLED,  APPROVE,         "the hold had ended")
          .late(CANCELLED,  REJECT,          "the hold had ended")
          .late(CANCELLED,  EXPIRE,          "the hold had ended")
          .late(CANCELLED,  TIMER_DONE,      "the hold had ended")
          .late(SKIPPED,    CANCEL,          "the run had ended")
          .late(SKIPPED,    CANCEL_GRACEFUL, "the run had ended")
          .late(SKIPPED,    CANCEL_FORCE,    "the run had ended")
          .late(FAILED,     CANCEL,          "the run had ended")
          .late(FAILED,     CANCEL_GRACEFUL, "the run had ended")
          .late(FAILED,     CANCEL_FORCE,    "the run had ended")
          .late(CANCELLED,  CANCEL,          "the run had ended")
          .late(CANCELLED,  CANCEL_GRACEFUL, "the run had ended")
          .late(CANCELLED,  CANCEL_FORCE,    "the run had ended")
          .late(SUCCESS,    CANCEL,          "the run had ended")
          .late(SUCCESS,    CANCEL_GRACEFUL, "the run had ended")
          .late(SUCCESS,    CANCEL_FORCE,    "the run had ended")
          .late(TIMED_OUT,  CANCEL,          "the run had ended")
          .late(TIMED_OUT,  CANCEL_GRACEFUL, "the run had ended")
          .late(TIMED_OUT,  CANCEL_FORCE,    "the run had ended")
          .build();
  // spotless:on

  private RunMachine() {}
}
