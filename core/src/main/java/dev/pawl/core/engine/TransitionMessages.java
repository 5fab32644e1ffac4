package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.CommitRecorded;
import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ProcessesLeft;
import dev.pawl.core.event.DomainEvent.Rebuilt;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.RunApproved;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunPlanned;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.event.DomainEvent.UploadBounded;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.run.GivenApprovals;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobCounts;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The words of journal lines whose events have none: why it happened, by the state before and
/// after it. One short line, since the journal keeps it; no format strings, since there is one for
/// nearly every line.
///
/// @param agentNames the name of an agent of that id
record TransitionMessages(Actor by, UnaryOperator<String> agentNames) {

  /// The words for an event that changed `before` to `after`.
  String of(Run before, Run after, DomainEvent.OfRun event) {
    return switch (event) {
      case Rebuilt _ -> "its rows were rebuilt from its journal";
      case Intervened _ -> "asked for by " + person();
      case RunRestored _ -> "it is decided by its rows from now on";
      case RunMoved(var row, _) -> ofRun(before, after, row);
      case RunCancelled(var row, _, _) -> ofRun(before, after, row);
      case RunPlanned(var plan, _, _, _) -> "planned " + count(plan.jobs().size(), "job");
      case PlanningRetried _ -> "planning is tried again";
      case CommitRecorded(var commit, _) -> "commit " + commit;
      case RunApproved(var reviewer, _, _) -> approved(reviewer, after);
      case JobRendered(_, var cells) ->
          cells.size() > 1
              ? "its matrix has " + cells.size() + " cells"
              : "its expressions were evaluated";
      case HooksAdded _ -> "all other jobs have ended";
      case PlaceChanged _ -> "its place in a concurrency group changed";
      case AttemptMoved(var ref, var row, _) -> ofAttempt(before, after, ref, row);
      case AttemptPaused(var ref, var row, _, _) -> ofAttempt(before, after, ref, row);
      case AttemptCompleted(var ref, var row, _, _, _) -> ofAttempt(before, after, ref, row);
      case ResultReused _ -> "the result of an earlier run is reused";
      case AttemptLeased(_, var agent, _) -> "lease granted to " + agentNames.apply(agent);
      case AttemptCreated _ -> "it is tried again";
      case JobApproved(var ref, var reviewer, _, _) -> approved(reviewer, after.job(ref.job()));
      case ProcessesLeft(_, var until, var isForced) ->
          "its agent stops its processes until "
              + time(until)
              + (isForced ? ", and runs no hook" : "");
      case UploadBounded(_, var until) -> "cancelled, but its upload may end until " + time(until);
      case LeaseMoved(var lease, var row, _) -> ofLease(agent(before, lease.attempt()), row);
      case LeaseRenewed _ -> "";
      case StepMoved moved -> ofStep(before, after, moved);
    };
  }

  private String ofRun(Run before, Run after, RunEvent row) {
    JobCounts counts = after.jobCounts();
    return switch (row) {
      case PLAN -> triggered(before);
      case PLANNED -> "it has a plan";
      case HOLD -> "it needs an approval";
      case WAIT -> "it has a start delay";
      case SKIP -> "there is nothing to run";
      case PLAN_FAIL -> "it could not be planned";
      case APPROVE -> approved(last(before.progress().approvals()), before);
      case REJECT -> "rejected by " + person();
      case EXPIRE -> "nobody approved it in time";
      case TIMER_DONE -> "its start delay is over";
      case START -> started(before, counts);
      case RECOVER -> "its agents cannot be reached";
      case SUCCEED -> succeeded(counts);
      case FAIL -> "its jobs failed";
      case TIME_OUT -> "it exceeded its timeout";
      case CANCEL, CANCEL_GRACEFUL, CANCEL_FORCE -> "cancelled by " + person();
      case COMPLETE -> "all jobs have ended after the cancel";
    };
  }

  private static String triggered(Run run) {
    String name = run.origin().startedBy().name();
    return "triggered by '" + run.origin().event() + "'" + (name.isEmpty() ? "" : " of " + name);
  }

  private static String started(Run before, JobCounts counts) {
    if (before.state() == RunState.RECOVERING) {
      return counts.withAgents() > counts.inStates(AttemptState.RECOVERING)
          ? "an agent is connected again"
          : "it is stopped without waiting for its agents";
    }
    return counts.withAgents() > 0
        ? "the first lease was granted"
        : "its jobs ended before one had an agent";
  }

  private static String succeeded(JobCounts counts) {
    int succeeded = counts.inStates(AttemptState.SUCCESS);
    int skipped = counts.inStates(AttemptState.SKIPPED);
    int failed = counts.inStates(AttemptState.FAILED, AttemptState.TIMED_OUT, AttemptState.LOST);
    int cancelled = counts.inStates(AttemptState.CANCELLED);
    return tally("job", succeeded, skipped, failed, cancelled);
  }

  /// `all 3 steps succeeded`, or `1 of 3 steps succeeded, 1 skipped, 1 failed but may`.
  private static String tally(String what, int succeeded, int skipped, int failed, int cancelled) {
    int all = succeeded + skipped + failed + cancelled;
    if (all == 0) {
      return "it has no " + what + "s";
    }
    if (succeeded == all) {
      return all == 1 ? "its " + what + " succeeded" : "all " + all + " " + what + "s succeeded";
    }
    return succeeded
        + " of "
        + count(all, what)
        + " succeeded"
        + (skipped > 0 ? ", " + skipped + " skipped" : "")
        + (failed > 0 ? ", " + failed + " failed but may" : "")
        + (cancelled > 0 ? ", " + cancelled + " cancelled" : "");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private String ofAttempt(Run before, Run after, AttemptRef ref, AttemptEvent row) {
    Job job = before.job(ref.job());
    AttemptState from = job.attempt().state();
    return switch (row) {
      case ENQUEUE -> ready(job);
      case SKIP -> "skipped";
      case HOLD -> "it needs an approval";
      case WAIT -> "it waits for a time";
      case APPROVE -> approved(last(job.protection().approvals()), job);
      case REJECT -> "rejected by " + person();
      case EXPIRE -> "nobody approved it in time";
      case TIMER_DONE ->
          job.attempt().reason().code() == ReasonCode.BACKOFF
              ? "its backoff is over"
              : "its wait time is over";
      case LEASE -> "lease granted";
      case ACK -> "acknowledged by " + agent(before, ref);
      case REQUEUE -> "its lease ended before it started";
      case START ->
          from == AttemptState.RECOVERING
              ? agent(before, ref) + " is connected again"
              : "started by " + agent(before, ref);
      case UPLOAD -> "its steps have ended";
      case RECOVER -> agent(before, ref) + " cannot be reached";
      case LOSE -> agent(before, ref) + " has lost it";
      case SUCCEED -> succeeded(stepsOf(after.job(ref.job()).attempt()));
      case FAIL -> "its agent reported a failure";
      case TIME_OUT -> "it exceeded its timeout";
      case CANCEL, CANCEL_GRACEFUL, CANCEL_FORCE -> "cancelled by " + person();
      case COMPLETE -> "it has stopped after the cancel";
    };
  }

  private static String ready(Job job) {
    if (job.planned().needs().isEmpty()) {
      return "no needs";
    }
    return job.upstream().isAllSuccessful()
        ? "all needs succeeded"
        : "its needs have ended and its condition is true: "
            + job.planned().policy().condition().text();
  }

  private static List<Step> stepsOf(Attempt attempt) {
    return attempt instanceof Attempt.Ended ended ? ended.steps() : List.of();
  }

  private static String succeeded(List<Step> steps) {
    int succeeded = 0;
    int skipped = 0;
    int failed = 0;
    for (Step step : steps) {
      succeeded += step.state() == StepState.SUCCESS ? 1 : 0;
      skipped += step.state() == StepState.SKIPPED ? 1 : 0;
      failed += step.state() == StepState.FAILED ? 1 : 0;
    }
    return tally("step", succeeded, skipped, failed, steps.size() - succeeded - skipped - failed);
  }

  private static String ofLease(String agent, LeaseEvent row) {
    return switch (row) {
      case ACK -> "acknowledged by " + agent;
      case COMPLETE -> agent + " reported the result";
      case CANCEL_ACK -> agent + " has stopped it";
      case EXPIRE -> agent + " did not renew it in time";
      case REVOKE -> "revoked from " + agent;
    };
  }

  private static String ofStep(Run before, Run after, StepMoved moved) {
    return switch (moved.event()) {
      case START -> {
        int tries = triesOf(after, moved);
        yield tries > 1 ? "its process starts, try " + tries : "its process starts";
      }
      case SUCCEED ->
          end(moved.end()) + (moved.end().exitCode() == 0 ? "" : ", which counts as success");
      case FAIL, COMPLETE -> end(moved.end());
      case SKIP -> skipped(before.job(moved.attempt().job()).planned(), moved);
      case RETRY -> "it is tried again: " + end(moved.end());
      case CANCEL -> "its job is stopped";
      case CANCEL_GRACEFUL -> "SIGTERM was sent to its processes";
      case CANCEL_FORCE -> "its processes were killed";
    };
  }

  private static int triesOf(Run after, StepMoved moved) {
    return after.job(moved.attempt().job()).attempt() instanceof Attempt.WithAgent held
        ? held.steps().get(moved.step()).tries()
        : 0;
  }

  private static String skipped(PlannedJob job, StepMoved moved) {
    List<PlannedStep> steps = job.steps();
    String condition = moved.step() < steps.size() ? steps.get(moved.step()).condition() : "";
    return condition.isEmpty() || condition.equals("success()")
        ? "an earlier step failed"
        : "its condition is false: " + condition;
  }

  /// How a process ended, in words.
  static String end(StepEnd end) {
    if (!end.message().isEmpty()) {
      return end.message();
    }
    return switch (end.ender()) {
      case PROCESS -> "exit code " + end.exitCode();
      case NOBODY -> "it is done";
      case TERMINATED -> "ended by SIGTERM";
      case KILLED -> "ended by SIGKILL";
      case TIMEOUT -> "it exceeded its timeout";
    };
  }

  private static String approved(String reviewer, Run run) {
    return approved(reviewer, run.progress().approvals(), run.plan().policy().hold());
  }

  private static String approved(String reviewer, Job job) {
    return approved(reviewer, job.protection().approvals(), job.planned().policy().approval());
  }

  private static String approved(String reviewer, GivenApprovals given, Optional<Approval> wanted) {
    int required = wanted.map(Approval::required).orElse(1);
    return "approved by " + reviewer + " (" + given.reviewers().size() + " of " + required + ")";
  }

  private static String last(GivenApprovals given) {
    return given.reviewers().isEmpty() ? "nobody" : given.reviewers().getLast();
  }

  private String agent(Run run, AttemptRef ref) {
    return run.job(ref.job()).attempt() instanceof Attempt.WithAgent held
        ? agentNames.apply(held.lease().agent())
        : "its agent";
  }

  private String person() {
    return by.name().isEmpty() ? by.toString() : by.name();
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// The words for an event of a group.
  static String of(Group before, Group after, DomainEvent.OfGroup event) {
    return switch (event) {
      case DomainEvent.MemberJoined(var member) -> joined(after, member);
      case DomainEvent.MemberPlaced(var run, var job) ->
          name(after, run, job) + " takes place " + after.holders().size();
      case DomainEvent.MemberYielded(var run, var job) ->
          name(after, run, job) + " returns its place and waits for it again";
      case DomainEvent.MemberSuperseded(_, _, var newer) -> "Superseded by run #" + newer;
      case DomainEvent.MemberLeft(var run, var job) ->
          name(before, run, job)
              + (before.member(run, job).map(GroupMember::hasPlace).orElse(false)
                  ? " returns its place"
                  : " waits no more");
      case Rebuilt _ -> "its rows were rebuilt from its journal";
    };
  }

  private static String joined(Group group, GroupMember member) {
    int ahead = group.ahead(member);
    return "run #"
        + member.number()
        + (group.admits(member) ? " joins: a place is free" : " waits: " + ahead + " ahead");
  }

  private static String name(Group group, RunId run, int job) {
    return group.member(run, job).map(member -> "run #" + member.number()).orElse("the run");
  }

  /// The words for an event of a breaker.
  static String of(Breaker before, Breaker after, DomainEvent.OfBreaker event) {
    return switch (event) {
      case DomainEvent.BreakerMoved(var row, _) -> ofBreaker(row);
      case DomainEvent.BreakerCounted(var failures, var successes) -> {
        if (failures > 0) {
          yield failures + " of " + after.profile().failureThreshold() + " failures in a row";
        }
        yield successes > 0
            ? successes + " of " + after.profile().successThreshold() + " successes"
            : "a success after " + count(before.failures(), "failure");
      }
      case DomainEvent.ToolConfigured(_, var reason) -> reason.message();
      case DomainEvent.ProbeChanged(var probe) ->
          probe
              .map(its -> "step " + its.step() + " of run " + its.run().value() + " tries the tool")
              .orElse("the step that tried the tool has ended");
      case Rebuilt _ -> "its rows were rebuilt from its journal";
    };
  }

  private static String ofBreaker(BreakerEvent row) {
    return switch (row) {
      case TRIP -> "too many failures in a row";
      case COOL_DOWN -> "its cooldown is over";
      case SUCCEED -> "the tool works again";
      case FAIL -> "the tool failed again";
      case RESET -> "reset by a person";
    };
  }

  /// The words for an event of an agent.
  String of(DomainEvent.OfAgent event) {
    return switch (event) {
      case DomainEvent.AgentRegistered(_, var name, var labels, var slots) ->
          "registered as "
              + name
              + (labels.isEmpty() ? " without labels, with " : " with " + labels + " and ")
              + count(slots, "slot");
      case DomainEvent.AgentAvailabilityChanged(var availability, _) -> ofAgent(availability);
      case DomainEvent.AgentLeaseTaken _,
          DomainEvent.AgentLeaseReleased _,
          DomainEvent.AgentBackoffSet _ ->
          "";
      case Rebuilt _ -> "its rows were rebuilt from its journal";
    };
  }

  private String ofAgent(Agent.Availability availability) {
    return switch (availability) {
      case READY -> "it gets work again: asked for by " + person();
      case LEAVING -> "it finishes its jobs and leaves";
      case DRAINING, DRAINING_AND_LEAVING -> "it finishes its jobs: asked for by " + person();
      case REVOKED -> "revoked by " + person();
    };
  }
}
