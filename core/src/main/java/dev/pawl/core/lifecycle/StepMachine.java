package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.*;
import static dev.pawl.core.lifecycle.StepEvent.*;
import static dev.pawl.core.lifecycle.StepState.*;

/// The table of the step. The agent tracks its steps by it too; the agent's state is a claim until
/// the engine accepts it.
public final class StepMachine {

  // spotless:off
  public static final Machine<StepState, StepEvent> MACHINE =
      Machine.of("step", StepState.class, StepEvent.class)
          .startsIn(PENDING)
          .endsIn(SKIPPED, CANCELLED, SUCCESS, FAILED)
          //   from        event            to          by                       when
          .row(PENDING,    START,           RUNNING,    by(AGENT),               "its process starts; after retrying: again")
          .row(PENDING,    SKIP,            SKIPPED,    by(AGENT),               "condition false")
          .row(PENDING,    CANCEL,          CANCELLED,  by(AGENT, ORCHESTRATOR), "force; or its attempt ended before it started")
          .row(RUNNING,    SUCCEED,         SUCCESS,    by(AGENT),               "expected exit code")
          .row(RUNNING,    FAIL,            FAILED,     by(AGENT),               "unexpected exit code, time-out, breaker open; or its attempt ended so")
          .row(RUNNING,    RETRY,           RETRYING,   by(AGENT),               "retryable, tries left")
          .row(RUNNING,    CANCEL,          CANCELLED,  by(AGENT, ORCHESTRATOR), "force; or its attempt ended before it started")
          .row(RUNNING,    CANCEL_GRACEFUL, CANCELLING, by(AGENT),               "SIGTERM sent")
          .row(RETRYING,   START,           RUNNING,    by(AGENT),               "its process starts; after retrying: again")
          .row(RETRYING,   FAIL,            FAILED,     by(AGENT),               "unexpected exit code, time-out, breaker open; or its attempt ended so")
          .row(RETRYING,   CANCEL,          CANCELLED,  by(AGENT, ORCHESTRATOR), "force; or its attempt ended before it started")
          .row(CANCELLING, COMPLETE,        CANCELLED,  by(AGENT),               "its process ended")
          .row(CANCELLING, CANCEL_FORCE,    CANCELLED,  by(AGENT, ORCHESTRATOR), "SIGKILL; or its attempt ended")
          .row(CANCELLING, FAIL,            FAILED,     by(AGENT),               "unexpected exit code, time-out, breaker open; or its attempt ended so")
          .late(SKIPPED,   SUCCEED,      "the step had ended")
          .late(SKIPPED,   FAIL,         "the step had ended")
          .late(SKIPPED,   CANCEL,       "the step had ended")
          .late(SKIPPED,   CANCEL_FORCE, "the step had ended")
          .late(SKIPPED,   COMPLETE,     "the step had ended")
          .late(CANCELLED, SUCCEED,      "the step had ended")
          .late(CANCELLED, FAIL,         "the step had ended")
          .late(CANCELLED, CANCEL,       "the step had ended")
          .late(CANCELLED, CANCEL_FORCE, "the step had ended")
          .late(CANCELLED, COMPLETE,     "the step had ended")
          .late(SUCCESS,   SUCCEED,      "the step had ended")
          .late(SUCCESS,   FAIL,         "the step had ended")
          .late(SUCCESS,   CANCEL,       "the step had ended")
          .late(SUCCESS,   CANCEL_FORCE, "the step had ended")
          .late(SUCCESS,   COMPLETE,     "the step had ended")
          .late(FAILED,    SUCCEED,      "the step had ended")
          .late(FAILED,    FAIL,         "the step had ended")
          .late(FAILED,    CANCEL,       "the step had ended")
          .late(FAILED,    CANCEL_FORCE, "the step had ended")
          .late(FAILED,    COMPLETE,     "the step had ended")
          .build();
  // spotless:on

  private StepMachine() {}
}
