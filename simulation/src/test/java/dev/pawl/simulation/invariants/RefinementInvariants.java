package dev.pawl.simulation.invariants;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.conformance.TransitionRefinement;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Checks that every transition is allowed by the published designs, in its context. A lost job is
/// checked when it is known whether it is retried.
final class RefinementInvariants implements InvariantCheck {

  private record Question(
      String machine, String from, String event, String to, List<String> contexts) {}

  private final ViolationRecorder violations;

  /// The result of the previous attempt, for each job that has had more than one.
  private final Map<String, String> endsBefore = new HashMap<>();

  private static final class Holder {
    private static final TransitionRefinement REFINEMENT = new TransitionRefinement();

    /// Answers by question, for all simulations: the same few hundred are asked millions of times,
    /// and an answer depends on nothing else.
    private static final Map<Question, Optional<String>> KNOWN = new ConcurrentHashMap<>();
  }

  RefinementInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void line(ObservedTransition line) {
    Transition made = line.transition();
    if (line.cause() instanceof DomainEvent.AttemptCreated(var ref, _)) {
      Job job = line.before().job(ref.job());
      endsBefore.put(key(line.before(), ref.job()), job.attempt().state().name());
    }
    if (!made.isMove() || made.event().equals("LOSE")) {
      return;
    }
    check(made, contexts(line), line.after());
  }

  @Override
  public void change(ObservedChange seen) {
    for (Transition made : seen.change().transitions()) {
      if (made.event().equals("LOSE")
          && made.cause() instanceof DomainEvent.AttemptMoved(var ref, _, _)) {
        boolean isTriedAgain = seen.after().job(ref.job()).attempt().number() > ref.attempt();
        check(made, List.of(isTriedAgain ? "next attempt queued" : "no retry left"), seen.after());
      }
    }
  }

  private void check(Transition made, List<String> contexts, Run run) {
    var asked = new Question(made.machine(), made.from(), made.event(), made.to(), contexts);
    Optional<String> finding =
        Holder.KNOWN.computeIfAbsent(
            asked,
            one ->
                Holder.REFINEMENT.finding(
                    one.machine(), one.from(), one.event(), one.to(), one.contexts()));
    finding.ifPresent(
        how -> violations.violated(Invariant.REFINES, "run " + run.id() + ": " + how));
  }

  private List<String> contexts(ObservedTransition line) {
    Run run = line.after();
    List<String> contexts = new ArrayList<>();
    switch (line.transition().machine()) {
      case "run" -> {
        if (run.cancelCause().filter(cause -> cause.code() == ReasonCode.TIMEOUT).isPresent()) {
          contexts.add("run time-out");
        }
        if (run.origin().lineage().retries() > 0) {
          contexts.add("run attempt 2 and on");
        }
      }
      case "attempt" -> {
        int job = jobOf(line.cause());
        String before = job < 0 ? null : endsBefore.get(key(run, job));
        if (before != null) {
          contexts.add(
              switch (before) {
                case "TIMED_OUT" -> "after an attempt that timed out";
                case "LOST" -> "after a lost attempt";
                default -> "after a failed attempt";
              });
        }
      }
      default -> {}
    }
    return contexts;
  }

  private static int jobOf(DomainEvent event) {
    return switch (event) {
      case DomainEvent.AttemptMoved(var ref, _, _) -> ref.job();
      case DomainEvent.AttemptPaused(var ref, _, _, _) -> ref.job();
      case DomainEvent.AttemptCompleted(var ref, _, _, _, _) -> ref.job();
      case DomainEvent.AttemptLeased(var lease, _, _) -> lease.attempt().job();
      case DomainEvent.ResultReused(var ref, _, _, _, _) -> ref.job();
      default -> -1;
    };
  }

  private static String key(Run run, int job) {
    return run.id().value() + "/" + job;
  }
}
