package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Acts on every deadline of a run that has passed. There is no other timer.
final class DeadlineExpiry {

  private final Deadlines deadlines;
  private final ToLongFunction<Job> earliest;
  private final DecisionDraft draft;

  DeadlineExpiry(ToLongFunction<Job> earliest, DecisionDraft draft) {
    this.deadlines = draft.deadlines();
    this.earliest = earliest;
    this.draft = draft;
  }

  Decision tick(Instant servedSince, Actor by) {
    leaveGroups();
    if (!draft.run().isOver()) {
      expire(servedSince);
    }
    if (draft.isEmpty()) {
      return new Decision.Late(draft.run().isOver() ? "the run had ended" : "nothing is due");
    }
    if (!by.equals(Actor.CLOCK)) {
      var reason = Reason.of(ReasonCode.USER, "overdue deadlines were handled on request");
      draft.applyAs(by, new DomainEvent.Intervened(reason));
    }
    return draft.accepted();
  }

  /// Leaves the groups in which ended holders kept their places, because nothing of them can run
  /// any more. That waits for no agent.
  private void leaveGroups() {
    if (isPast(deadlines.placeDeadline(draft.run()))) {
      ConcurrencyGroups.leave(draft, GroupMember.WHOLE_RUN);
    }
    long now = draft.now().toEpochMilli();
    for (int index = draft.run().jobs().firstWithin(earliest, now, 0);
        index >= 0;
        index = draft.run().jobs().firstWithin(earliest, now, index + 1)) {
      if (isPast(deadlines.placeDeadline(draft.job(index)))) {
        ConcurrencyGroups.leave(draft, index);
      }
    }
  }

  private void expire(Instant servedSince) {
    // Before that, agents may have had no orchestrator to report to.
    boolean isServed = !draft.now().isBefore(servedSince.plus(Deadlines.MIN_SERVED_BEFORE_EXPIRY));
    if (isPast(deadlines.stateDeadline(draft.run()))
        && (isServed || waitsForNoAgent(draft.run(), servedSince))) {
      expireRun();
    }
    long now = draft.now().toEpochMilli();
    // Searched again after each job: its deadline may have ended another.
    for (int index = draft.run().jobs().firstWithin(earliest, now, 0);
        index >= 0 && !draft.run().isOver();
        index = draft.run().jobs().firstWithin(earliest, now, index + 1)) {
      Job job = draft.job(index);
      if (job.isWithAgent() && isServed) {
        expireWithAgent(job);
      } else if (!job.isWithAgent()
          && isStateDue(job, now)
          && (isServed || waitsForNoAgent(job, servedSince))) {
        expireIdle(job);
      }
    }
  }

  /// False if only the deadline of a kept place has brought it here.
  private boolean isStateDue(Job job, long now) {
    return Deadlines.millis(deadlines.stateDeadline(job)) <= now;
  }

  /// Whether the state only waits for a time or for the planner, so that no agent can be late; or
  /// for reviewers, who could reach an orchestrator all the time.
  private static boolean waitsForNoAgent(Run run, Instant servedSince) {
    return switch (run.state()) {
      case CREATED, PLANNING, WAITING -> true;
      case HELD -> run.isApproved() || !run.since().isBefore(servedSince);
      case QUEUED, RUNNING, RECOVERING, CANCELLING, PLAN_FAILED -> false;
      case SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> false;
    };
  }

  private static boolean waitsForNoAgent(Job job, Instant servedSince) {
    return switch (job.attempt().state()) {
      case WAITING -> true;
      case HELD -> Holds.isApproved(job) || !job.attempt().since().isBefore(servedSince);
      case PENDING, QUEUED, LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> false;
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> false;
    };
  }

  private void expireRun() {
    switch (draft.run().state()) {
      case CREATED, PLANNING -> PlanDecisions.endOverdue(draft);
      case HELD -> {
        if (draft.run().isApproved()) {
          Holds.releaseRunIfDue(draft);
        } else {
          Holds.expireRun(draft);
        }
      }
      case WAITING -> {
        draft.apply(new DomainEvent.RunMoved(RunEvent.TIMER_DONE, Reason.PROGRESS));
        PlanDecisions.begin(draft);
      }
      case RUNNING, RECOVERING ->
          RunCancellation.cancelGracefully(
              draft, Reason.of(ReasonCode.TIMEOUT, "the run exceeded its timeout"));
      case QUEUED, CANCELLING -> {}
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> {}
    }
  }

  /// The deadline of an attempt without an agent has passed.
  private void expireIdle(Job job) {
    switch (job.attempt().state()) {
      case HELD -> {
        if (Holds.isApproved(job)) {
          Holds.releaseIfDue(draft, job.index());
        } else {
          Holds.expire(draft, job.index());
        }
      }
      case WAITING -> JobReadiness.endTimer(draft, job.index());
      case QUEUED ->
          AttemptCompletion.end(
              draft,
              job.ref(),
              AttemptEvent.FAIL,
              Reason.of(ReasonCode.NO_AGENT, noAgentMessage(job)));
      case PENDING, LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> {}
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private String noAgentMessage(Job job) {
    boolean wasLetIn =
        ConcurrencyGroups.isAdmitted(draft, GroupMember.WHOLE_RUN)
            && ConcurrencyGroups.isAdmitted(draft, job.index());
    if (!wasLetIn) {
      return "its concurrency group had no free place in time";
    }
    List<String> wanted = job.planned().runsOn();
    List<String> missing = Agent.missingLabels(wanted, draft.agentLabels());
    return missing.isEmpty()
        ? "no agent with the labels %s was free in time".formatted(wanted)
        : "no agent had the labels " + missing;
  }

  /// The attempt is with an agent: checks its lease first, then its state, then its heartbeats.
  private void expireWithAgent(Job job) {
    LeaseRef lease = JobCancellation.leaseOf(job);
    Attempt attempt = job.attempt();
    if (isPast(deadlines.leaseExpiry(attempt))) {
      LeaseTermination.expire(
          draft, lease, Reason.of(ReasonCode.LOST, "the agent's lease expired"));
    } else if (isPast(deadlines.stateDeadline(job))) {
      expireState(job, lease);
    } else if (isPast(deadlines.contactDeadline(attempt))) {
      AgentRecovery.contactLost(draft, lease);
    }
  }

  private void expireState(Job job, LeaseRef lease) {
    switch (job.attempt().state()) {
      case LEASED -> LeaseTermination.endUnacknowledged(draft, lease);
      case STARTING -> overdue(lease, AttemptEvent.FAIL, ReasonCode.INFRA, notStartedMessage(job));
      case RUNNING ->
          overdue(lease, AttemptEvent.TIME_OUT, ReasonCode.TIMEOUT, "the job exceeded its timeout");
      case UPLOADING ->
          overdue(
              lease,
              AttemptEvent.FAIL,
              ReasonCode.TIMEOUT,
              "the upload was stopped before its end");
      case CANCELLING ->
          LeaseTermination.endOverdue(
              draft, lease, AttemptEvent.CANCEL_FORCE, notStoppedReason(job));
      case PENDING, HELD, WAITING, QUEUED, RECOVERING -> {} // no deadline of their own
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> {}
    }
  }

  private static String notStartedMessage(Job job) {
    return Deadlines.awaitsGroupReport(job)
        ? "its `group-command` did not end in time"
        : "the agent did not start the job in time";
  }

  private static Reason notStoppedReason(Job job) {
    Reason cause = job.attempt().reason();
    return Reason.of(cause.code(), cause.message() + "; the agent did not stop it in time");
  }

  private void overdue(LeaseRef lease, AttemptEvent event, ReasonCode code, String message) {
    LeaseTermination.endOverdue(draft, lease, event, Reason.of(code, message));
  }

  private boolean isPast(Optional<Instant> deadline) {
    return deadline.isPresent() && !draft.now().isBefore(deadline.get());
  }
}
