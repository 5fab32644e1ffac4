package dev.pawl.core.why;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
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
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.UpstreamOutcome;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects the facts that explain the state of a job.
final class FactCollector {

  private static final String CONDITION = "if: ";
  private static final String VALUES = " — ";
  private static final Pattern NEWER_RUN = Pattern.compile("run #(\\d{1,18})$");

  /// More jobs of a run are not listed: nobody reads them.
  private static final int MOST_JOBS = 20;

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
      case WAITING -> {
        retry(job).ifPresent(facts::add);
        until(job).ifPresent(facts::add);
      }
      case QUEUED -> inQueue(run, job, explainer, now, facts);
      case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> {
        var held = (Attempt.WithAgent) job.attempt();
        explainer
            .deadlines()
            .leaseExpiry(held)
            .ifPresent(
                at -> facts.add(new Fact.Lease(held.lease().agent(), held.lease().number(), at)));
        endedByAgent(job, held).ifPresent(facts::add);
        nextTool(job, held).flatMap(tool -> breaker(run, tool, explainer)).ifPresent(facts::add);
      }
      case SKIPPED -> {
        if (job.attempt().reason().code() == ReasonCode.UPSTREAM) {
          facts.add(new Fact.Upstream(needs(run, job.planned().needs())));
        }
        falseCondition(job.attempt().reason()).ifPresent(facts::add);
      }
      case FAILED, TIMED_OUT, LOST -> {
        failedStep(job).ifPresent(facts::add);
        failure(job).ifPresent(facts::add);
        failedTool(job).flatMap(tool -> breaker(run, tool, explainer)).ifPresent(facts::add);
      }
      case CANCELLED, SUCCESS -> {}
    }
    supersededBy(job.attempt().reason()).ifPresent(facts::add);
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

  private static Optional<Fact.FailedStep> failedStep(Job job) {
    return firstFailed(job)
        .map(step -> new Fact.FailedStep(step.name(), source(job, step), words(step.end())));
  }

  /// The first step that failed the job. One that may fail, and a hook, only if there is no other.
  private static Optional<Step.Ended> firstFailed(Job job) {
    Optional<Step.Ended> other = Optional.empty();
    if (job.attempt() instanceof Attempt.Ended attempt) {
      for (Step step : attempt.steps()) {
        if (step instanceof Step.Ended ended && ended.state() == StepState.FAILED) {
          if (!step.type().isHook() && !job.planned().body().mayFail(step.index())) {
            return Optional.of(ended);
          }
          other = isBetter(ended, other) ? Optional.of(ended) : other;
        }
      }
    }
    return other;
  }

  /// A hook says more than a step that may fail: it makes the job fail.
  private static boolean isBetter(Step.Ended step, Optional<Step.Ended> known) {
    return known.isEmpty() || (step.type().isHook() && !known.get().type().isHook());
  }

  private static String source(Job job, Step.Ended step) {
    List<PlannedStep> planned = job.planned().steps();
    return step.type().isHook() || step.index() >= planned.size()
        ? ""
        : planned.get(step.index()).source();
  }

  private static Optional<Fact.Classified> failure(Job job) {
    return job.attempt() instanceof Attempt.Ended ended
        ? Optional.of(new Fact.Classified(ended.reason().code(), ended.evidence()))
        : Optional.empty();
  }

  /// The tool that the next step waits for, while no step runs.
  private static Optional<String> nextTool(Job job, Attempt.WithAgent held) {
    for (Step step : held.steps()) {
      if (step.state() == StepState.PENDING) {
        return tool(job, step.index());
      }
      if (step instanceof Step.Open) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Optional<String> failedTool(Job job) {
    return job.attempt().reason().code() == ReasonCode.CIRCUIT_OPEN
        ? firstFailed(job).flatMap(step -> tool(job, step.index()))
        : Optional.empty();
  }

  private static Optional<String> tool(Job job, int step) {
    List<PlannedStep> planned = job.planned().steps();
    return step < planned.size() ? planned.get(step).policy().tool() : Optional.empty();
  }

  private static Optional<Fact> breaker(Run run, String tool, StatusExplainer explainer) {
    Breaker breaker = explainer.context().breaker(Breaker.keyOf(run.origin().org(), tool));
    return switch (breaker.state()) {
      case CLOSED -> Optional.empty();
      case OPEN -> Optional.of(new Fact.OpenBreaker(tool, Optional.of(breaker.cooldownEnd())));
      case HALF_OPEN -> Optional.of(new Fact.OpenBreaker(tool, Optional.empty()));
    };
  }

  /// A skip keeps its condition and the values of it in words, since both may change later.
  private static Optional<Fact> falseCondition(Reason reason) {
    String words = reason.message();
    int start = words.indexOf(CONDITION);
    if (reason.code() != ReasonCode.CONDITION || start < 0) {
      return Optional.empty();
    }
    String[] parts = words.substring(start + CONDITION.length()).split(VALUES, 2);
    return Optional.of(new Fact.FalseCondition(parts[0], parts.length > 1 ? parts[1] : ""));
  }

  static Optional<Fact> supersededBy(Reason reason) {
    Matcher number = NEWER_RUN.matcher(reason.message());
    return reason.code() == ReasonCode.SUPERSEDED && number.find()
        ? Optional.of(new Fact.SupersededBy(Long.parseLong(number.group(1))))
        : Optional.empty();
  }

  private static Optional<Fact> retry(Job job) {
    int retry = job.attempt().number() - 1;
    return job.attempt().reason().code() == ReasonCode.BACKOFF && retry > 0
        ? job.ended(retry)
            .map(past -> new Fact.Retry(retry, retries(job, retry), past.reason().code()))
        : Optional.empty();
  }

  /// A retry by hand may be one more than the policy allows.
  private static int retries(Job job, int retry) {
    return Math.max(retry, job.planned().policy().effectiveRetry().max());
  }

  private static String words(StepEnd end) {
    return end.message().isEmpty() ? "exit code " + end.exitCode() : end.message();
  }

  /// The required jobs that failed.
  static List<Fact> failedJobs(Run run) {
    List<Fact> failed = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (failed.size() < MOST_JOBS && job.result().isFailure()) {
        var unclassified = new Fact.Classified(job.resultReason(), Optional.empty());
        failed.add(
            new Fact.FailedJob(
                job.planned().id(),
                job.result(),
                failedStep(job),
                failure(job).orElse(unclassified),
                job.attempt().reason().message()));
      }
    }
    return failed;
  }

  /// The jobs that wait for anything but the jobs that they need.
  static List<Fact> waitingJobs(Run run, StatusExplainer explainer, Instant now) {
    List<Fact> waiting = new ArrayList<>();
    for (Job job : run.jobs()) {
      AttemptState state = job.attempt().state();
      boolean waits =
          state == AttemptState.HELD
              || state == AttemptState.WAITING
              || state == AttemptState.QUEUED;
      if (waits && waiting.size() < MOST_JOBS) {
        Explanation why = explainer.job(run, job.index(), now);
        waiting.add(new Fact.WaitingJob(job.planned().id(), why.status(), why.facts()));
      }
    }
    return waiting;
  }

  /// The run that the workflow's own `retry` starts after this one.
  static Optional<Fact> nextRun(Run run) {
    if (!Reruns.isRetriedByPolicy(run)) {
      return Optional.empty();
    }
    var lineage = run.origin().lineage();
    String opened = lineage.opened().isEmpty() ? run.id().value() : lineage.opened();
    int retry = lineage.retries() + 1;
    var policy = run.plan().policy();
    return Optional.of(
        new Fact.NextRun(
            retry, policy.retries(), run.since().plus(policy.backoff().after(retry, opened))));
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
    return open.isEmpty() ? Optional.empty() : Optional.of(new Fact.Upstream(needs(run, open)));
  }

  private static List<Fact.Need> needs(Run run, List<Integer> jobs) {
    return jobs.stream()
        .map(run::job)
        .map(job -> new Fact.Need(job.planned().id(), job.attempt().state()))
        .toList();
  }

  private static void inQueue(
      Run run, Job job, StatusExplainer explainer, Instant now, List<Fact> facts) {
    run.place()
        .ifPresent(place -> facts.addAll(ofGroup(run, place, GroupMember.WHOLE_RUN, explainer)));
    job.place().ifPresent(place -> facts.addAll(ofGroup(run, place, job.index(), explainer)));
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
      List<String> busy = able.stream().filter(Agent::isAvailable).map(Agent::name).toList();
      List<String> drained =
          able.stream().filter(agent -> !agent.isAvailable()).map(Agent::name).toList();
      if (!busy.isEmpty()) {
        facts.add(new Fact.BusyAgents(busy));
      }
      if (!drained.isEmpty()) {
        facts.add(new Fact.DrainedAgents(drained));
      }
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
  static List<Fact> ofGroup(Run run, GroupPlace place, int job, StatusExplainer explainer) {
    Group group = explainer.context().group(place.group());
    Optional<GroupMember> member = group.member(run.id(), job);
    if (place.isHeld() || member.isEmpty() || group.admits(member.get())) {
      return List.of();
    }
    List<Fact.Ahead> ahead = new ArrayList<>();
    group.holders().forEach(one -> ahead.add(ahead(run, one, explainer)));
    group.waiting().stream()
        .filter(one -> one.arrival() < member.get().arrival())
        .forEach(one -> ahead.add(ahead(run, one, explainer)));
    return List.of(new Fact.InGroup(place.group(), ahead));
  }

  private static Fact.Ahead ahead(Run run, GroupMember member, StatusExplainer explainer) {
    return new Fact.Ahead(member.number(), nameOfJob(run, member, explainer), member.hasPlace());
  }

  private static String nameOfJob(Run run, GroupMember member, StatusExplainer explainer) {
    if (member.job() == GroupMember.WHOLE_RUN) {
      return "";
    }
    return member.run().equals(run.id())
        ? run.job(member.job()).planned().id()
        : explainer.jobNames().of(member.run(), member.job()).orElse("job " + (member.job() + 1));
  }

  static boolean isBehindItsGroup(Run run, StatusExplainer explainer) {
    return run.place()
        .map(place -> !ofGroup(run, place, GroupMember.WHOLE_RUN, explainer).isEmpty())
        .orElse(false);
  }

  static String waitingFor(Run run, StatusExplainer explainer) {
    return run.place()
        .map(place -> sentence(ofGroup(run, place, GroupMember.WHOLE_RUN, explainer), ""))
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
      case Fact.DrainedAgents(var agents) ->
          agents.size() == 1
              ? "1 agent has its labels, and it is drained"
              : "%d agents have its labels, all are drained".formatted(agents.size());
      case Fact.Upstream(var jobs) ->
          "waits for " + jobs.stream().map(Fact.Need::job).collect(Collectors.joining(", "));
      case Fact.Until _, Fact.Lease _, Fact.Deadline _, Fact.Jobs _, Fact.Followed _ -> otherwise;
      case Fact.FailedStep _, Fact.Classified _, Fact.EndedByAgent _ -> otherwise;
      case Fact.FailedJob _, Fact.WaitingJob _, Fact.NextRun _, Fact.Retry _ -> otherwise;
      case Fact.FalseCondition _, Fact.SupersededBy _, Fact.OpenBreaker _ -> otherwise;
    };
  }

  private FactCollector() {}
}
