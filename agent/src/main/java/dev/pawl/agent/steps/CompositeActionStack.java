package dev.pawl.agent.steps;

import dev.pawl.agent.contexts.EvaluationContext;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.contexts.StepScope;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.core.plan.PlannedAction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The composite actions that are open around the current step, outermost first. The steps of an
/// action are contiguous: it is opened before its first step, and closed before the first step that
/// is not part of it. Owned by the job's thread.
public final class CompositeActionStack {

  /// An action whose steps are being executed.
  ///
  /// @param title its name, evaluated
  /// @param env its own variables, which its steps see
  /// @param runs whether its condition is true, and those of the actions around it
  /// @param firstStep the index of its first step
  private record OpenAction(
      int index,
      PlannedAction action,
      String title,
      StepScope scope,
      Map<String, String> env,
      boolean runs,
      Optional<Deadline> limit,
      int firstStep) {}

  /// An action whose steps have ended.
  ///
  /// @param problem the reason of its failure, if none of its steps failed; empty otherwise
  public record ClosedAction(
      int firstStep, PlannedAction action, StepResult result, String problem) {}

  private final List<PlannedAction> actions;
  private final JobEnvironment environment;
  private final Path workspace;
  private final BooleanSupplier isCancelled;
  private final List<OpenAction> open = new ArrayList<>();

  public CompositeActionStack(
      List<PlannedAction> actions,
      JobEnvironment environment,
      Path workspace,
      BooleanSupplier isCancelled) {
    this.actions = actions;
    this.environment = environment;
    this.workspace = workspace;
    this.isCancelled = isCancelled;
  }

  /// The scope of the current step.
  public StepScope scope() {
    return open.isEmpty() ? environment.scope() : open.getLast().scope();
  }

  /// Whether the steps of the innermost action may run.
  public boolean isEnabled() {
    return open.isEmpty() || open.getLast().runs();
  }

  /// The names of the actions around a step, outermost first, and of the step itself. The name of
  /// an action that is not open is not evaluated.
  public List<String> names(int action, String step) {
    List<String> names = new ArrayList<>();
    for (int index : path(action)) {
      names.add(
          open.stream()
              .filter(it -> it.index() == index)
              .map(OpenAction::title)
              .findFirst()
              .orElse(actions.get(index).name()));
    }
    names.add(step);
    return names;
  }

  /// The evaluator for a step, or for an action, at this point.
  public ExpressionEvaluator evaluator(String step, String source) {
    Map<String, String> env = new LinkedHashMap<>(environment.variables().env());
    open.forEach(action -> env.putAll(action.env()));
    return new ExpressionEvaluator(
        new EvaluationContext(
            environment.contexts(), environment.scope(), scope(), isCancelled, step, source),
        env);
  }

  /// The earliest of this deadline and those of the open actions.
  public Deadline earliestDeadline(Deadline limit) {
    Deadline earliest = limit;
    for (OpenAction action : open) {
      earliest = earliest.orEarlier(action.limit().orElse(earliest));
    }
    return earliest;
  }

  /// Whether a step has failed, of the job or of an open action.
  public boolean hasAnyFailed() {
    return environment.scope().hasFailed() || open.stream().anyMatch(it -> it.scope().hasFailed());
  }

  /// Closes the innermost action, if the next step is not part of it.
  ///
  /// @param next the action of the next step
  /// @param isFinal whether the job has failed in a way that `continue-on-error` does not cover
  public Optional<ClosedAction> closeFinished(int next, boolean isFinal) {
    if (open.isEmpty() || path(next).contains(open.getLast().index())) {
      return Optional.empty();
    }
    return Optional.of(close(isFinal));
  }

  /// Opens an action and those around it, unless they are open.
  ///
  /// @param firstStep the index of the step that they are opened for
  /// @throws EvaluationError if an expression of an action is invalid; the action is open then, and
  ///   none of its steps runs
  public void open(int action, int firstStep) throws EvaluationError {
    for (int index : path(action)) {
      if (open.stream().noneMatch(it -> it.index() == index)) {
        openOne(index, firstStep);
      }
    }
  }

  /// The indices of an action and of those around it, outermost first.
  private List<Integer> path(int action) {
    List<Integer> path = new ArrayList<>();
    // A parent has a smaller index: this terminates, whatever the dispatch says.
    for (int at = action;
        at >= 0 && at < actions.size();
        at = Math.min(at - 1, actions.get(at).parent())) {
      path.addFirst(at);
    }
    return path;
  }

  private void openOne(int index, int firstStep) throws EvaluationError {
    PlannedAction action = actions.get(index);
    String path = workspace.resolve(action.path()).normalize().toString();
    ExpressionEvaluator around = evaluator(action.id(), action.source());
    String title = isEnabled() ? around.title(action.name(), action.env()) : action.name();
    try {
      boolean runs = isEnabled() && around.condition(action.condition(), action.env());
      ExpressionEvaluator own = runs ? around.withEnv(action.env()) : around;
      Map<String, String> inputs = runs ? own.texts("with", action.inputs()) : Map.of();
      Optional<Deadline> limit = runs ? limit(own, action, title) : Optional.empty();
      Map<String, String> env = runs ? around.texts("env", action.env()) : Map.of();
      var scope = StepScope.ofAction(inputs, path);
      open.add(new OpenAction(index, action, title, scope, env, runs, limit, firstStep));
    } catch (EvaluationError e) {
      StepScope scope = StepScope.ofAction(Map.of(), path);
      open.add(
          new OpenAction(
              index, action, title, scope, Map.of(), false, Optional.empty(), firstStep));
      throw e;
    }
  }

  private static Optional<Deadline> limit(
      ExpressionEvaluator own, PlannedAction action, String title) throws EvaluationError {
    return own.minutes("timeout-minutes", action.timeoutMinutes())
        .map(time ->
            Deadline.after(
                time, "'%s' took more than %s minutes".formatted(title, action.timeoutMinutes())));
  }

  private ClosedAction close(boolean isFinal) {
    OpenAction closed = open.getLast();
    PlannedAction action = closed.action();
    ExpressionEvaluator within = evaluator(action.id(), action.source());
    Map<String, String> outputs = Map.of();
    Outcome outcome = outcome(closed);
    String problem = "";
    try {
      outputs = closed.runs() ? within.texts("outputs", action.outputs()) : outputs;
      Optional<String> breach = environment.outputs().take("action " + closed.index(), outputs);
      if (breach.isPresent()) {
        throw new EvaluationError("outputs", breach.get(), action.source());
      }
    } catch (EvaluationError e) {
      problem = e.message();
      outputs = Map.of();
      outcome = Outcome.FAILURE;
    }
    open.removeLast();
    var result = new StepResult(outputs, outcome, isFinal ? outcome : conclusion(action, outcome));
    scope().stepEnded(action.id(), result);
    return new ClosedAction(closed.firstStep(), action, result, problem);
  }

  private Outcome outcome(OpenAction closed) {
    if (closed.scope().hasFailed()) {
      return Outcome.FAILURE;
    }
    if (!closed.runs()) {
      return Outcome.SKIPPED;
    }
    return isCancelled.getAsBoolean() ? Outcome.CANCELLED : Outcome.SUCCESS;
  }

  /// `continue-on-error` is evaluated outside of the action, where it is written.
  private Outcome conclusion(PlannedAction action, Outcome outcome) {
    try {
      boolean isAllowed =
          outcome == Outcome.FAILURE
              && evaluator(action.id(), action.source())
                  .withEnv(action.env())
                  .flag("continue-on-error", action.continueOnError());
      return isAllowed ? Outcome.SUCCESS : outcome;
    } catch (EvaluationError _) {
      return outcome;
    }
  }
}
