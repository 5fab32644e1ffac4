package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.Scope;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.contexts.Surroundings;
import dev.pawl.protocol.FromServer;
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
final class OpenActions {

  /// One of them.
  ///
  /// @param title what people call it
  /// @param env its own variables, which its steps see
  /// @param runs whether its condition holds, and that of the actions around it
  /// @param firstStep the index of the first of its steps
  private record Open(
      int index,
      FromServer.Action action,
      String title,
      Scope scope,
      Map<String, String> env,
      boolean runs,
      Optional<Deadline> limit,
      int firstStep) {}

  /// An action is over.
  ///
  /// @param problem why it failed, if none of its steps did; empty otherwise
  record Left(int firstStep, FromServer.Action action, StepResult result, String problem) {}

  private final List<FromServer.Action> actions;
  private final JobFacts facts;
  private final Path workspace;
  private final BooleanSupplier isCancelled;
  private final List<Open> open = new ArrayList<>();

  OpenActions(
      List<FromServer.Action> actions,
      JobFacts facts,
      Path workspace,
      BooleanSupplier isCancelled) {
    this.actions = actions;
    this.facts = facts;
    this.workspace = workspace;
    this.isCancelled = isCancelled;
  }

  /// The scope of the step that is next.
  Scope scope() {
    return open.isEmpty() ? facts.scope() : open.getLast().scope();
  }

  boolean run() {
    return open.isEmpty() || open.getLast().runs();
  }

  /// What people call a step of an action: the actions around it, outermost first, and itself. One
  /// that has not been entered is called as it is written.
  List<String> names(int action, String step) {
    List<String> names = new ArrayList<>();
    for (int index : path(action)) {
      names.add(
          open.stream()
              .filter(it -> it.index() == index)
              .map(Open::title)
              .findFirst()
              .orElse(actions.get(index).name()));
    }
    names.add(step);
    return names;
  }

  /// Evaluates what stands in a step here, or in an action.
  Evaluation evaluation(String step, String source) {
    Map<String, String> env = new LinkedHashMap<>(facts.variables().env());
    open.forEach(action -> env.putAll(action.env()));
    return new Evaluation(
        new Surroundings(facts.contexts(), facts.scope(), scope(), isCancelled, step, source), env);
  }

  /// The earliest of the times that the actions have.
  Deadline orEarlier(Deadline limit) {
    Deadline earliest = limit;
    for (Open action : open) {
      earliest = earliest.orEarlier(action.limit().orElse(earliest));
    }
    return earliest;
  }

  /// Whether something has failed, in the job or in an action that it is in.
  boolean hasAnyFailed() {
    return facts.scope().hasFailed() || open.stream().anyMatch(it -> it.scope().hasFailed());
  }

  /// Leaves the innermost action, if the step of that action is not in it.
  ///
  /// @param isFinal whether the job has failed of what no action may
  Optional<Left> leave(int next, boolean isFinal) {
    if (open.isEmpty() || path(next).contains(open.getLast().index())) {
      return Optional.empty();
    }
    return Optional.of(leave(isFinal));
  }

  /// Enters the actions that the step's action is in, and itself.
  ///
  /// @param firstStep the step's index
  /// @throws EvaluationError if one cannot be entered; it has been, and none of its steps runs
  void enter(int action, int firstStep) throws EvaluationError {
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
    FromServer.Action action = actions.get(index);
    String path = workspace.resolve(action.path()).normalize().toString();
    Evaluation around = evaluation(action.id(), action.source());
    String title = run() ? around.title(action.name(), action.env()) : action.name();
    try {
      boolean runs = run() && around.condition(action.condition(), action.env());
      Evaluation own = runs ? around.within(action.env()) : around;
      Map<String, String> inputs = runs ? own.texts("with", action.inputs()) : Map.of();
      Optional<Deadline> limit = runs ? limit(own, action, title) : Optional.empty();
      Map<String, String> env = runs ? around.texts("env", action.env()) : Map.of();
      var scope = Scope.ofAction(inputs, path);
      open.add(new Open(index, action, title, scope, env, runs, limit, firstStep));
    } catch (EvaluationError e) {
      Scope scope = Scope.ofAction(Map.of(), path);
      open.add(new Open(index, action, title, scope, Map.of(), false, Optional.empty(), firstStep));
      throw e;
    }
  }

  private static Optional<Deadline> limit(Evaluation own, FromServer.Action action, String title)
      throws EvaluationError {
    return own.minutes("timeout-minutes", action.timeoutMinutes())
        .map(time ->
            Deadline.in(
                time, "'%s' took more than %s minutes".formatted(title, action.timeoutMinutes())));
  }

  private Left leave(boolean isFinal) {
    Open left = open.getLast();
    FromServer.Action action = left.action();
    Evaluation within = evaluation(action.id(), action.source());
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
    scope().ended(action.id(), result);
    return new Left(left.firstStep(), action, result, problem);
  }

  private Outcome outcome(Open left) {
    if (left.scope().hasFailed()) {
      return Outcome.FAILURE;
    }
    if (!left.runs()) {
      return Outcome.SKIPPED;
    }
    return isCancelled.getAsBoolean() ? Outcome.CANCELLED : Outcome.SUCCESS;
  }

  /// Whether a failure is allowed is asked where the action stands.
  private Outcome conclusion(FromServer.Action action, Outcome outcome) {
    try {
      boolean isAllowed =
          outcome == Outcome.FAILURE
              && evaluation(action.id(), action.source())
                  .within(action.env())
                  .flag("continue-on-error", action.continueOnError());
      return isAllowed ? Outcome.SUCCESS : outcome;
    } catch (EvaluationError _) {
      return outcome;
    }
  }
}
