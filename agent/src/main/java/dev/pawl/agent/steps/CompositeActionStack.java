package dev.pawl.agent.steps;

import dev.pawl.agent.contexts.EvaluationContext;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.contexts.StepScope;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.protocol.ServerMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The composite actions that the job is in, outermost first. The steps of an action follow one
/// another, so it is entered before its first one and left when one comes that is not in it. Owned
/// by the job's thread.
public final class CompositeActionStack {

  /// One of them.
  ///
  /// @param title what people call it
  /// @param env its own variables, which its steps see
  /// @param runs whether its condition holds, and that of the actions around it
  /// @param firstStep the index of the first of its steps
  private record OpenAction(
      int index,
      ServerMessage.Action action,
      String title,
      StepScope scope,
      Map<String, String> env,
      boolean runs,
      Optional<Deadline> limit,
      int firstStep) {}

  /// An action is over.
  ///
  /// @param problem why it failed, if none of its steps did; empty otherwise
  public record ClosedAction(
      int firstStep, ServerMessage.Action action, StepResult result, String problem) {}

  private final List<ServerMessage.Action> actions;
  private final JobEnvironment facts;
  private final Path workspace;
  private final BooleanSupplier isCancelled;
  private final List<OpenAction> open = new ArrayList<>();

  public CompositeActionStack(
      List<ServerMessage.Action> actions,
      JobEnvironment facts,
      Path workspace,
      BooleanSupplier isCancelled) {
    this.actions = actions;
    this.facts = facts;
    this.workspace = workspace;
    this.isCancelled = isCancelled;
  }

  /// The scope of the step that is next.
  public StepScope scope() {
    return open.isEmpty() ? facts.scope() : open.getLast().scope();
  }

  public boolean isEnabled() {
    return open.isEmpty() || open.getLast().runs();
  }

  /// What people call a step of an action: the actions around it, outermost first, and itself. One
  /// that has not been entered is called as it is written.
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

  /// Evaluates what stands in a step here, or in an action.
  public ExpressionEvaluator evaluation(String step, String source) {
    Map<String, String> env = new LinkedHashMap<>(facts.variables().env());
    open.forEach(action -> env.putAll(action.env()));
    return new ExpressionEvaluator(
        new EvaluationContext(facts.contexts(), facts.scope(), scope(), isCancelled, step, source),
        env);
  }

  /// The earliest of the times that the actions have.
  public Deadline orEarlier(Deadline limit) {
    Deadline earliest = limit;
    for (OpenAction action : open) {
      earliest = earliest.orEarlier(action.limit().orElse(earliest));
    }
    return earliest;
  }

  /// Whether something has failed, in the job or in an action that it is in.
  public boolean hasAnyFailed() {
    return facts.scope().hasFailed() || open.stream().anyMatch(it -> it.scope().hasFailed());
  }

  /// Leaves the innermost action, if the step of that action is not in it.
  ///
  /// @param isFinal whether the job has failed of what no action may
  public Optional<ClosedAction> closeFinished(int next, boolean isFinal) {
    if (open.isEmpty() || path(next).contains(open.getLast().index())) {
      return Optional.empty();
    }
    return Optional.of(closeFinished(isFinal));
  }

  /// Enters the actions that the step's action is in, and itself.
  ///
  /// @param firstStep the step's index
  /// @throws EvaluationError if one cannot be entered; it has been, and none of its steps runs
  public void open(int action, int firstStep) throws EvaluationError {
    for (int index : path(action)) {
      if (open.stream().noneMatch(it -> it.index() == index)) {
        enterOne(index, firstStep);
      }
    }
  }

  /// The indices of an action and those around it, outermost first.
  private List<Integer> path(int action) {
    List<Integer> path = new ArrayList<>();
    // A parent comes before what is in it: this ends, whatever the dispatch says.
    for (int at = action;
        at >= 0 && at < actions.size();
        at = Math.min(at - 1, actions.get(at).parent())) {
      path.addFirst(at);
    }
    return path;
  }

  private void enterOne(int index, int firstStep) throws EvaluationError {
    ServerMessage.Action action = actions.get(index);
    String path = workspace.resolve(action.path()).normalize().toString();
    ExpressionEvaluator around = evaluation(action.id(), action.source());
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
      ExpressionEvaluator own, ServerMessage.Action action, String title) throws EvaluationError {
    return own.minutes("timeout-minutes", action.timeoutMinutes())
        .map(time ->
            Deadline.after(
                time, "'%s' took more than %s minutes".formatted(title, action.timeoutMinutes())));
  }

  private ClosedAction closeFinished(boolean isFinal) {
    OpenAction left = open.getLast();
    ServerMessage.Action action = left.action();
    ExpressionEvaluator within = evaluation(action.id(), action.source());
    Map<String, String> outputs = Map.of();
    Outcome outcome = outcome(left);
    String problem = "";
    try {
      outputs = left.runs() ? within.texts("outputs", action.outputs()) : outputs;
    } catch (EvaluationError e) {
      problem = e.message();
      outcome = Outcome.FAILURE;
    }
    open.removeLast();
    var result = new StepResult(outputs, outcome, isFinal ? outcome : conclusion(action, outcome));
    scope().stepEnded(action.id(), result);
    return new ClosedAction(left.firstStep(), action, result, problem);
  }

  private Outcome outcome(OpenAction left) {
    if (left.scope().hasFailed()) {
      return Outcome.FAILURE;
    }
    if (!left.runs()) {
      return Outcome.SKIPPED;
    }
    return isCancelled.getAsBoolean() ? Outcome.CANCELLED : Outcome.SUCCESS;
  }

  /// Whether a failure is allowed is asked where the action stands.
  private Outcome conclusion(ServerMessage.Action action, Outcome outcome) {
    try {
      boolean isAllowed =
          outcome == Outcome.FAILURE
              && evaluation(action.id(), action.source())
                  .withEnv(action.env())
                  .flag("continue-on-error", action.continueOnError());
      return isAllowed ? Outcome.SUCCESS : outcome;
    } catch (EvaluationError _) {
      return outcome;
    }
  }
}
