package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.ActionReference;
import dev.pawl.workflow.model.CompositeAction;
import dev.pawl.workflow.model.Provision;
import dev.pawl.workflow.model.RunSettings;
import dev.pawl.workflow.model.Step;
import dev.pawl.workflow.model.StepRules;
import dev.pawl.workflow.model.Task;
import dev.pawl.workflow.model.Text;
import dev.pawl.workflow.reader.LocalActions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The steps of one job, with those of the composite actions that it uses in their places.
final class Bodies {

  private static final int MOST_STEPS = 1_000;

  private final Troubles troubles;
  private final List<PlannedStep> steps = new ArrayList<>();
  private final List<PlannedAction> actions = new ArrayList<>();
  private int depth;
  private boolean isFull;

  private Bodies(Troubles troubles) {
    this.troubles = troubles;
  }

  static Body of(
      List<Step> steps,
      RunSettings defaults,
      List<SequencedMap<String, String>> env,
      SequencedMap<String, String> outputs,
      Troubles troubles) {
    var bodies = new Bodies(troubles);
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
    switch (uses.provision()) {
      case Provision.Checkout _ ->
          add(step, "Run " + name, new dev.pawl.core.plan.Task.Checkout(), with, action);
      case Provision.Composite(CompositeAction found) -> expand(step, uses, found, action);
      case Provision.Nothing(String why) -> {
        var task = new dev.pawl.core.plan.Task.Unavailable(name, why);
        add(step, "Run " + name, task, Ordered.empty(), action);
      }
    }
  }

  private void expand(Step step, Task.Uses uses, CompositeAction found, int parent) {
    ActionReference reference = uses.action();
    if (depth >= LocalActions.DEEPEST) {
      troubles.error(
          reference.position(),
          "actions use each other %d deep at most".formatted(LocalActions.DEEPEST),
          "");
      return;
    }
    int index = actions.size();
    actions.add(
        new PlannedAction(
            parent,
            step.id(),
            name(step, "Run " + reference.text()),
            reference.text(),
            inputs(uses, found),
            Sources.of(found.outputs()),
            Sources.of(step.env()),
            Sources.of(step.condition()),
            continues(step),
            Sources.of(step.timeoutMinutes()),
            step.position().toString()));
    depth++;
    found.steps().forEach(one -> add(one, RunSettings.NONE, index));
    depth--;
  }

  /// What is given, or fallen back to; a text for each input that the action has.
  private static SequencedMap<String, String> inputs(Task.Uses uses, CompositeAction found) {
    Map<String, Text> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(uses.with());
    SequencedMap<String, String> inputs = new LinkedHashMap<>();
    for (CompositeAction.Input input : found.inputs()) {
      Text own = given.get(input.name());
      inputs.put(input.name(), own == null ? Sources.of(input.fallback()) : own.source());
    }
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
