package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.INVALID;
import static dev.pawl.core.command.Refusal.Code.TOOL_UNAVAILABLE;
import static dev.pawl.core.command.Refusal.Code.UNKNOWN;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.EngineCommand.AcquireTool;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.BreakerCounted;
import dev.pawl.core.event.DomainEvent.BreakerMoved;
import dev.pawl.core.event.DomainEvent.ProbeChanged;
import dev.pawl.core.event.DomainEvent.ToolConfigured;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.BreakerEvent;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides which steps may use a tool now, and updates the tool's breaker by their outcomes.
public final class CircuitBreakers {

  /// The retry hint while another step probes the tool.
  private static final Duration WHILE_PROBED = Duration.ofSeconds(5);

  /// The time after which a rejected request for the tool should be repeated.
  public static Duration retryAfter(Breaker breaker, Instant now) {
    Duration left = Duration.between(now, breaker.cooldownEnd());
    return breaker.state() == BreakerState.OPEN && left.isPositive() ? left : WHILE_PROBED;
  }

  /// Answers an agent's request for a tool: closed admits every step, open none, half-open one
  /// probe.
  static Decision acquire(DecisionDraft draft, AcquireTool acquire, Attempt.WithAgent held) {
    Optional<String> tool =
        tool(draft.job(acquire.lease().attempt().job()).planned(), acquire.step());
    if (tool.isEmpty() || acquire.step() >= held.steps().size()) {
      return Engine.refuse(UNKNOWN, "step " + acquire.step() + " names no tool");
    }
    var probe = new BreakerProbe(draft.run().id(), acquire.lease(), acquire.step());
    Breaker breaker = draft.breaker(tool.get());
    switch (breaker.state()) {
      case CLOSED -> {}
      case OPEN -> {
        if (draft.now().isBefore(breaker.cooldownEnd())) {
          return unavailable(tool.get());
        }
        var reason = Reason.of(ReasonCode.PROGRESS, "the next request is the probe");
        draft.apply(breaker.key(), new BreakerMoved(BreakerEvent.COOL_DOWN, reason));
        draft.apply(breaker.key(), new ProbeChanged(Optional.of(probe)));
      }
      case HALF_OPEN -> {
        boolean isAnothers = breaker.probe().isPresent() && !breaker.probe().get().equals(probe);
        if (isAnothers) {
          return unavailable(tool.get());
        }
        if (breaker.probe().isEmpty()) {
          draft.apply(breaker.key(), new ProbeChanged(Optional.of(probe)));
        }
      }
    }
    return draft.accepted();
  }

  private static Decision unavailable(String tool) {
    return Engine.refuse(TOOL_UNAVAILABLE, "the breaker of tool '" + tool + "' is open");
  }

  private static Optional<String> tool(PlannedJob job, int step) {
    return step >= 0 && step < job.steps().size()
        ? job.steps().get(step).policy().tool()
        : Optional.empty();
  }

  /// The number of retries in place that a step has: its own, or else its tool's profile.
  static int retries(DecisionDraft draft, PlannedJob job, int step) {
    if (step >= job.steps().size()) {
      return 0; // a hook
    }
    StepPolicy policy = job.steps().get(step).policy();
    return policy
        .tool()
        .map(tool -> draft.breaker(tool).profile().retries(policy))
        .orElse(policy.retries());
  }

  /// Updates the breaker by the final status of a step. A failed test never opens a breaker.
  static void recordOutcome(DecisionDraft draft, ReportStep report) {
    PlannedJob job = draft.job(report.lease().attempt().job()).planned();
    Optional<String> tool = tool(job, report.step());
    if (tool.isEmpty() || report.code() == ReasonCode.CIRCUIT_OPEN) {
      return;
    }
    Breaker breaker = draft.breaker(tool.get());
    var own = new BreakerProbe(draft.run().id(), report.lease(), report.step());
    switch (breaker.state()) {
      case CLOSED -> countOutcome(draft, breaker, report);
      case HALF_OPEN -> {
        if (breaker.probe().filter(own::equals).isPresent()) {
          endProbe(draft, breaker, report);
        }
      }
      case OPEN -> {} // it started before the breaker opened
    }
  }

  private static void countOutcome(DecisionDraft draft, Breaker breaker, ReportStep report) {
    if (isFailureOfTheTool(breaker, report)) {
      int failures = breaker.failures() + 1;
      draft.apply(breaker.key(), new BreakerCounted(failures, 0));
      if (failures >= breaker.profile().failureThreshold()) {
        var reason = Reason.of(report.code(), failures + " failures in a row");
        draft.apply(breaker.key(), new BreakerMoved(BreakerEvent.TRIP, reason));
      }
    } else if (report.state() == StepState.SUCCESS && breaker.failures() > 0) {
      draft.apply(breaker.key(), new BreakerCounted(0, 0));
    }
  }

  private static void endProbe(DecisionDraft draft, Breaker breaker, ReportStep report) {
    boolean hasOutcome = report.state() == StepState.SUCCESS || report.state() == StepState.FAILED;
    if (!hasOutcome || isFailureOfTheTool(breaker, report)) {
      var reason = Reason.of(report.code(), "the tool failed again when it was tried");
      draft.apply(breaker.key(), new BreakerMoved(BreakerEvent.FAIL, reason));
      return;
    }
    int successes = breaker.successes() + 1;
    if (successes >= breaker.profile().successThreshold()) {
      draft.apply(breaker.key(), new BreakerMoved(BreakerEvent.SUCCEED, Reason.OK));
    } else {
      draft.apply(breaker.key(), new BreakerCounted(0, successes));
      draft.apply(breaker.key(), new ProbeChanged(Optional.empty()));
    }
  }

  private static boolean isFailureOfTheTool(Breaker breaker, ReportStep report) {
    if (report.state() != StepState.FAILED) {
      return false;
    }
    boolean byExitCode = breaker.profile().failureExitCodes().contains(report.end().exitCode());
    return byExitCode || report.code() == ReasonCode.INFRA || report.code() == ReasonCode.FETCH;
  }

  /// The lease of a probe ended without an outcome, which counts as a failure.
  static void abandonProbes(DecisionDraft draft, LeaseRef lease) {
    for (PlannedStep step : draft.job(lease.attempt().job()).planned().steps()) {
      step.policy().tool().ifPresent(tool -> abandon(draft, tool, lease));
    }
  }

  private static void abandon(DecisionDraft draft, String tool, LeaseRef lease) {
    Breaker breaker = draft.breaker(tool);
    boolean isOurs =
        breaker.probe().filter(probe -> probe.isUnder(draft.run().id(), lease)).isPresent();
    if (breaker.state() == BreakerState.HALF_OPEN && isOurs) {
      var reason =
          Reason.of(ReasonCode.LOST, "the step that tried the tool ended without a result");
      draft.apply(breaker.key(), new BreakerMoved(BreakerEvent.FAIL, reason));
    }
  }

  static Decision reset(Breaker breaker, Actor by, Instant now) {
    if (breaker.state() == BreakerState.CLOSED) {
      return new Decision.Late("closed already");
    }
    var reason = Reason.of(ReasonCode.USER, "reset by " + by.name());
    return accepted(breaker, new BreakerMoved(BreakerEvent.RESET, reason), by, now);
  }

  /// Gives the tool a profile of its own, or takes it away.
  static Decision configure(Breaker breaker, Optional<ToolProfile> profile, Actor by, Instant now) {
    boolean hasOwn = breaker.profile().provenance() == ToolProfile.Provenance.API;
    if (profile.isEmpty() && !hasOwn) {
      return new Decision.Late("it has no profile of its own");
    }
    Optional<String> problem = profile.flatMap(ToolProfile::problem);
    if (problem.isPresent()) {
      return Engine.refuse(INVALID, problem.get());
    }
    if (hasOwn && breaker.withOwnProfile(profile).equals(breaker)) {
      return new Decision.Late("it has this profile already");
    }
    var reason =
        Reason.of(
            ReasonCode.USER,
            "profile %s by %s".formatted(profile.isPresent() ? "set" : "deleted", by.name()));
    return accepted(breaker, new ToolConfigured(profile, reason), by, now);
  }

  private static Decision accepted(
      Breaker breaker, DomainEvent.OfBreaker event, Actor by, Instant now) {
    var after = (Breaker) EventApplier.apply(breaker, event, now);
    var revision =
        new Revision(
            EventApplier.committed(after),
            List.of(TransitionFactory.line(breaker, after, event, by)));
    return new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of());
  }

  private CircuitBreakers() {}
}
