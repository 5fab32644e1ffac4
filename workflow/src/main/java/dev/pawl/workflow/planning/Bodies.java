package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.ActionReference;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The steps of one job, with those of the composite actions that it uses in their places.
final class Bodies {

  private static final int MOST_STEPS = 1_000;
  private static final int DEEPEST = 10;

  private final Actions library;
  private final Troubles troubles;
  private final List<PlannedStep> steps = new ArrayList<>();
  private final List<PlannedAction> actions = new ArrayList<>();
  private final Deque<String> open = new ArrayDeque<>();
  private boolean isFull;

  private Bodies(Actions library, Troubles troubles) {
    this.library = library;
    this.troubles = troubles;
  }

  static Body of(
      List<Step> steps,
      RunSettings defaults,
      List<SequencedMap<String, String>> env,
      SequencedMap<String, String> outputs,
      Actions library,
      Troubles troubles) {
    var bodies = new Bodies(library, troubles);
    steps.forEach(step -> bodies.add(step, defaults, PlannedAction.NONE));
    return new Body(env, bodies.steps, bodies.actions, outputs);
  }

  /// One whose only step says why it cannot be run.
  static Body refusing(Position position, String uses, String why) {
    return Body.of(
        List.of(
            new PlannedStep(
                "",
                uses,
                new dev.pawl.core.plan.Task.Unavailable(uses, why),
                Ordered.empty(),
                Ordered.empty(),
                "",
                "false",
                "",
                PlannedAction.NONE,
                position.toString(),
                StepPolicy.PLAIN)));
  }

  private void add(Step step, RunSettings defaults, int action) {
    if (steps.size() + actions.size() >= MOST_STEPS) {
      tellThatItIsFull(step.position());
      return;
    }
    switch (step.task()) {
      case Task.Run(Text script, RunSettings own) -> {
        RunSettings settings = own.within(defaults);
        String run = script.source();
        add(
            step,
            "Run " + run.strip().lines().findFirst().orElse(""),
            new dev.pawl.core.plan.Task.Script(
                run, Sources.of(settings.shell()), Sources.of(settings.workingDirectory())),
            Ordered.empty(),
            action);
      }
      case Task.Uses uses -> use(step, uses, action);
    }
  }

  private void tellThatItIsFull(Position position) {
    if (!isFull) {
      troubles.error(position, "more than %,d steps in a job".formatted(MOST_STEPS), "");
      isFull = true;
    }
  }

  private void use(Step step, Task.Uses uses, int action) {
    String name = uses.action().text();
    SequencedMap<String, String> with = Sources.of(uses.with());
    switch (uses.action().kind()) {
      case CHECKOUT ->
          add(step, "Run " + name, new dev.pawl.core.plan.Task.Checkout(), with, action);
      case LOCAL -> {
        switch (library.at(name)) {
          case Actions.Action(CompositeAction found) -> expand(step, uses, found, action);
          case Actions.Nothing(String why) -> unavailable(step, name, why, action);
        }
      }
      case ELSEWHERE ->
          unavailable(
              step, name, "only actions/checkout and actions of the repository are", action);
    }
  }

  private void unavailable(Step step, String name, String why, int action) {
    var task = new dev.pawl.core.plan.Task.Unavailable(name, why);
    add(step, "Run " + name, task, Ordered.empty(), action);
  }

  private void expand(Step step, Task.Uses uses, CompositeAction found, int parent) {
    ActionReference reference = uses.action();
    if (open.contains(reference.text())) {
      troubles.error(reference.position(), "the action uses itself", "");
      return;
    }
    if (open.size() >= DEEPEST) {
      troubles.error(
          reference.position(), "actions use each other %d deep at most".formatted(DEEPEST), "");
      return;
    }
    int index = actions.size();
    actions.add(
        new PlannedAction(
            parent,
            step.id(),
            name(step, "Run " + reference.text()),
            reference.text(),
            inputs(step, uses, found),
            Sources.of(found.outputs()),
            Sources.of(step.env()),
            Sources.of(step.condition()),
            continues(step),
            Sources.of(step.timeoutMinutes()),
            step.position().toString()));
    open.addLast(reference.text());
    found.steps().forEach(one -> add(one, RunSettings.NONE, index));
    open.removeLast();
  }

  /// What is given, or fallen back to; a text for each input that the action has.
  private SequencedMap<String, String> inputs(Step step, Task.Uses uses, CompositeAction found) {
    Map<String, Text> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(uses.with());
    SequencedMap<String, String> inputs = new LinkedHashMap<>();
    for (CompositeAction.Input input : found.inputs()) {
      Text own = given.remove(input.name());
      if (own == null && input.fallback().isEmpty() && input.required()) {
        troubles.error(
            step.position(),
            "the action needs the input " + Printable.quoted(input.name()),
            "give it under `with`");
      }
      inputs.put(input.name(), own == null ? Sources.of(input.fallback()) : own.source());
      if (own != null && !input.deprecation().isEmpty()) {
        troubles.warning(own.position(), input.deprecation(), "");
      }
    }
    List<String> names = found.inputs().stream().map(CompositeAction.Input::name).toList();
    given.forEach((name, text) ->
        troubles.warning(
            text.position(),
            "the action has no input " + Printable.quoted(name),
            Nearest.hint(name, names)));
    return inputs;
  }

  private void add(
      Step step,
      String fallback,
      dev.pawl.core.plan.Task task,
      SequencedMap<String, String> with,
      int action) {
    steps.add(
        new PlannedStep(
            step.id(),
            name(step, fallback),
            task,
            with,
            Sources.of(step.env()),
            Sources.of(step.condition()),
            continues(step),
            Sources.of(step.timeoutMinutes()),
            action,
            step.position().toString(),
            policy(step.rules())));
  }

  private static String name(Step step, String fallback) {
    return step.name().map(Text::source).filter(text -> !text.isBlank()).orElse(fallback);
  }

  private static String continues(Step step) {
    return step.continueOnError().map(Text::source).orElse("false");
  }

  private static StepPolicy policy(StepRules rules) {
    if (rules.equals(StepRules.NONE)) {
      return StepPolicy.PLAIN;
    }
    StepPolicy.Retry retry =
        rules
            .retry()
            .map(asked ->
                new StepPolicy.Retry(asked.max(), asked.exitCodes(), asked.log(), asked.backoff()))
            .orElse(StepPolicy.PLAIN.retry());
    List<Hook> hooks = rules.hooks();
    return new StepPolicy(
        rules.expectedExitCodes(),
        retry,
        rules.tool().map(StepRules.Tool::name),
        rules.tool().map(StepRules.Tool::waits).orElse(false),
        hooks);
  }
}
