package dev.pawl.core.why;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.Status;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.CellsAhead;
import dev.pawl.core.run.GivenApprovals;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobExpressionContext;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.UpstreamOutcome;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Collects the facts that explain the state of a job.
final class FactCollector {

  static List<Fact> of(Run run, Job job, StatusExplainer explainer, Instant now) {
    List<Fact> facts = new ArrayList<>();
    switch (job.attempt().state()) {
      case PENDING -> openNeeds(run, job).ifPresent(facts::add);
      case HELD -> {
        job.planned()
            .policy()
            .approval()
            .ifPresent(wanted -> facts.add(approvals(wanted, job.protection().approvals())));
        until(job).ifPresent(facts::add);
      }
      case WAITING -> until(job).ifPresent(facts::add);
      case QUEUED -> inQueue(run, job, explainer, now, facts);
      case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> {
        var held = (Attempt.WithAgent) job.attempt();
        explainer
            .deadlines()
            .leaseExpiry(held)
            .ifPresent(
                at -> facts.add(new Fact.Lease(held.lease().agent(), held.lease().number(), at)));
        endedByAgent(job, held).ifPresent(facts::add);
      }
      case SKIPPED -> {
        if (job.attempt().reason().code() == ReasonCode.UPSTREAM) {
          facts.add(new Fact.Upstream(names(run, job.planned().needs())));
        }
      }
      case FAILED, TIMED_OUT, LOST -> failure(job, facts);
      case CANCELLED, SUCCESS -> {}
    }
    explainer.deadlines().stateDeadline(job).ifPresent(at -> facts.add(new Fact.Deadline(at)));
    return facts;
  }

  private static Optional<Fact> endedByAgent(Job job, Attempt.WithAgent held) {
    return switch (held.state()) {
      case RUNNING ->
          held.startedAt().map(at -> new Fact.EndedByAgent(at.plus(job.planned().timeout())));
      case CANCELLING ->
          Optional.of(new Fact.EndedByAgent(held.since().plus(job.planned().grace())));
      case PENDING, HELD, WAITING, QUEUED, LEASED, STARTING, UPLOADING, RECOVERING ->
          Optional.empty();
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
    };
  }

  private static void failure(Job job, List<Fact> facts) {
    if (!(job.attempt() instanceof Attempt.Ended ended)) {
      return;
    }
    for (Step step : ended.steps()) {
      if (step instanceof Step.Ended(var index, var type, var name, var state, _, var end)
          && state == StepState.FAILED) {
        List<PlannedStep> planned = job.planned().steps();
        String source = type.isHook() || index >= planned.size() ? "" : planned.get(index).source();
        facts.add(new Fact.FailedStep(name, source, words(end)));
        break;
      }
    }
    facts.add(new Fact.Classified(ended.reason().code(), ended.evidence()));
  }

  private static String words(StepEnd end) {
    return end.message().isEmpty() ? "exit code " + end.exitCode() : end.message();
  }

  /// The required jobs that failed.
  static List<String> failedJobs(Run run) {
    List<String> failed = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (job.result().isFailure()) {
        failed.add(job.planned().id());
      }
    }
    return failed;
  }

  static Fact.Approvals approvals(Approval wanted, GivenApprovals given) {
    return new Fact.Approvals(given.reviewers(), given.missing(wanted), wanted.reviewers());
  }

  static boolean lacksApprovals(Job job) {
    return job.planned()
        .policy()
        .approval()
        .filter(wanted -> !job.protection().approvals().isEnough(wanted))
        .isPresent();
  }

  private static Optional<Fact> until(Job job) {
    return job.attempt() instanceof Attempt.Idle idle
        ? idle.until().map(Fact.Until::new)
        : Optional.empty();
  }

  private static Optional<Fact> openNeeds(Run run, Job job) {
    List<Integer> open =
        Stream.concat(
                job.planned().needs().stream()
                    .filter(need -> run.job(need).outcome() == UpstreamOutcome.OPEN),
                JobExpressionContext.on(run).openNeedsOfCalls(job).stream())
            .distinct()
            .toList();
    return open.isEmpty() ? Optional.empty() : Optional.of(new Fact.Upstream(names(run, open)));
  }

  private static List<String> names(Run run, List<Integer> jobs) {
    return jobs.stream().map(index -> run.job(index).planned().id()).toList();
  }

  private static void inQueue(
      Run run, Job job, StatusExplainer explainer, Instant now, List<Fact> facts) {
    run.place()
        .ifPresent(
            place -> facts.addAll(ofGroup(run, place, GroupMember.WHOLE_RUN, explainer.context())));
    job.place()
        .ifPresent(place -> facts.addAll(ofGroup(run, place, job.index(), explainer.context())));
    job.planned()
        .policy()
        .matrix()
        .ifPresent(matrix -> inMatrix(run, job, matrix, explainer, facts));
    List<String> wanted = job.planned().runsOn();
    AgentDemand demand = run.demand(job);
    List<Agent> trusted =
        explainer.agents().stream()
            .filter(agent -> agent.org().equals(demand.org()))
            .filter(agent -> agent.availability() != Agent.Availability.REVOKED)
            .toList();
    List<Agent> able = trusted.stream().filter(agent -> agent.meets(demand)).toList();
    if (able.isEmpty()) {
      facts.add(
          new Fact.MissingLabels(
              Agent.missingLabels(wanted, trusted.stream().map(Agent::labels).toList())));
    } else if (able.stream().noneMatch(agent -> agent.isFree(now))) {
      facts.add(new Fact.BusyAgents(able.stream().map(Agent::name).toList()));
    }
  }

  private static void inMatrix(
      Run run, Job job, MatrixPolicy matrix, StatusExplainer explainer, List<Fact> facts) {
    int ahead = CellsAhead.of(run, job, explainer.context()::group);
    if (ahead >= matrix.maxParallel()) {
      facts.add(new Fact.MaxParallel(matrix.maxParallel(), ahead));
    }
  }

  /// The members ahead in its group; empty if it holds a place or may take one now.
  static List<Fact> ofGroup(Run run, GroupPlace place, int job, DecisionContext context) {
    Group group = context.group(place.group());
    Optional<GroupMember> member = group.member(run.id(), job);
    if (place.isHeld() || member.isEmpty() || group.admits(member.get())) {
      return List.of();
    }
    List<Fact.Ahead> ahead = new ArrayList<>();
    group.holders().forEach(one -> ahead.add(ahead(one)));
    group.waiting().stream()
        .filter(one -> one.arrival() < member.get().arrival())
        .forEach(one -> ahead.add(ahead(one)));
    return List.of(new Fact.InGroup(place.group(), ahead));
  }

  private static Fact.Ahead ahead(GroupMember member) {
    String job = member.job() == GroupMember.WHOLE_RUN ? "" : String.valueOf(member.job());
    return new Fact.Ahead(member.number(), job, member.hasPlace());
  }

  static boolean isBehindItsGroup(Run run, DecisionContext context) {
    return run.place()
        .map(place -> !ofGroup(run, place, GroupMember.WHOLE_RUN, context).isEmpty())
        .orElse(false);
  }

  static String waitingFor(Run run, DecisionContext context) {
    return run.place()
        .map(place -> sentence(ofGroup(run, place, GroupMember.WHOLE_RUN, context), ""))
        .orElse("");
  }

  /// A queued job waits for its group or its matrix; for an agent it is pending.
  static Status queueStatus(Run run, Job job, List<Fact> facts, String message) {
    AttemptState state = job.attempt().state();
    for (Fact fact : facts) {
      if (fact instanceof Fact.InGroup) {
        return Status.of(state, ReasonCode.CONCURRENCY, sentence(facts, message));
      }
      if (fact instanceof Fact.MaxParallel) {
        return Status.of(state, ReasonCode.MAX_PARALLEL, sentence(facts, message));
      }
    }
    // It may have waited for its group when it was queued, or when it joined.
    boolean hadToWait = job.attempt().reason().code() == ReasonCode.CONCURRENCY;
    return Status.of(state, ReasonCode.PROGRESS, sentence(facts, hadToWait ? "" : message));
  }

  /// The first fact as a sentence.
  static String sentence(List<Fact> facts, String otherwise) {
    return facts.stream().findFirst().map(fact -> sentenceOf(fact, otherwise)).orElse(otherwise);
  }

  private static String sentenceOf(Fact fact, String otherwise) {
    return switch (fact) {
      case Fact.Approvals(_, var missing, var reviewers) when missing > 0 ->
          "waits for " + Approval.missing(missing, reviewers);
      case Fact.Approvals _ -> "approved; waits until its wait time is over";
      case Fact.InGroup(var group, var ahead) ->
          "Waiting for %s (%d ahead)".formatted(Group.nameOf(group), ahead.size());
      case Fact.MaxParallel(var most, _) ->
          "max-parallel of its matrix (%d) is reached".formatted(most);
      case Fact.MissingLabels(var labels) -> "no agent has " + String.join(", ", labels);
      case Fact.BusyAgents(var agents) ->
          agents.size() == 1
              ? "1 agent has its labels, and it is not free"
              : "%d agents have its labels, none is free".formatted(agents.size());
      case Fact.Upstream(var jobs) -> "waits for " + String.join(", ", jobs);
      case Fact.Until _, Fact.Lease _, Fact.Deadline _, Fact.Jobs _, Fact.Followed _ -> otherwise;
      case Fact.FailedStep _, Fact.Classified _, Fact.EndedByAgent _ -> otherwise;
    };
  }

  private FactCollector() {}
}
