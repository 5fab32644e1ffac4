package dev.pawl.workflow.planning;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.step.ActionReference;
import dev.pawl.workflow.model.step.CompositeAction;
import dev.pawl.workflow.model.step.ResolvedAction;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.step.StepDefinition;
import dev.pawl.workflow.model.step.StepTask;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.reader.LocalActions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Expands the steps of one job: each step that uses a composite action is replaced by the action's
/// steps.
final class StepExpansion {

  private static final int MAX_STEPS = 1_000;

  private final PlanErrors errors;
  private final List<PlannedStep> steps = new ArrayList<>();
  private final List<PlannedAction> actions = new ArrayList<>();
  private int depth;
  private boolean isLimitReported;

  private StepExpansion(PlanErrors errors) {
    this.errors = errors;
  }

  static JobBody of(
      List<StepDefinition> steps,
      RunSettings defaults,
      List<SequencedMap<String, String>> env,
      SequencedMap<String, String> outputs,
      PlanErrors errors) {
    var bodies = new StepExpansion(errors);
    steps.forEach(step -> bodies.add(step, defaults, PlannedAction.NONE));
    return new JobBody(env, bodies.steps, bodies.actions, outputs);
  }

  /// A body whose only step fails with the reason.
  static JobBody failing(Position position, String uses, String why) {
    return JobBody.of(
        List.of(
            new PlannedStep(
                "",
                uses,
                new StepAction.Unavailable(uses, why),
                OrderedMaps.empty(),
                OrderedMaps.empty(),
                "",
                "false",
                "",
                PlannedAction.NONE,
                position.toString(),
                StepPolicy.PLAIN)));
  }

  private void add(StepDefinition step, RunSettings defaults, int action) {
    if (steps.size() + actions.size() >= MAX_STEPS) {
      reportTooManySteps(step.position());
      return;
    }
    switch (step.task()) {
      case StepTask.Script(TemplateText script, RunSettings own) -> {
        RunSettings settings = own.within(defaults);
        String run = script.source();
        add(
            step,
            "Run " + run.strip().lines().findFirst().orElse(""),
            new StepAction.Script(
                run,
                TemplateSources.of(settings.shell()),
                TemplateSources.of(settings.workingDirectory())),
            OrderedMaps.empty(),
            action);
      }
      case StepTask.ActionUse uses -> use(step, uses, action);
    }
  }

  private void reportTooManySteps(Position position) {
    if (!isLimitReported) {
      errors.error(position, "more than %,d steps in a job".formatted(MAX_STEPS), "");
      isLimitReported = true;
    }
  }

  private void use(StepDefinition step, StepTask.ActionUse uses, int action) {
    String name = uses.action().text();
    SequencedMap<String, String> with = TemplateSources.of(uses.with());
    switch (uses.resolved()) {
      case ResolvedAction.Checkout _ ->
          add(step, "Run " + name, new StepAction.Checkout(), with, action);
      case ResolvedAction.Composite(CompositeAction found) -> expand(step, uses, found, action);
      case ResolvedAction.Unavailable(String why) -> {
        var task = new StepAction.Unavailable(name, why);
        add(step, "Run " + name, task, OrderedMaps.empty(), action);
      }
    }
  }

  private void expand(
      StepDefinition step, StepTask.ActionUse uses, CompositeAction found, int parent) {
    ActionReference reference = uses.action();
    if (depth >= LocalActions.MAX_DEPTH) {
      errors.error(
          reference.position(),
          "actions may be nested at most %d deep".formatted(LocalActions.MAX_DEPTH),
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
            TemplateSources.of(found.outputs()),
            TemplateSources.of(step.env()),
            TemplateSources.of(step.condition()),
            continueOnError(step),
            TemplateSources.of(step.timeoutMinutes()),
            step.position().toString()));
    depth++;
    found.steps().forEach(one -> add(one, RunSettings.NONE, index));
    depth--;
  }

  /// The texts of the action's inputs: as set by the step, or their defaults.
  private static SequencedMap<String, String> inputs(
      StepTask.ActionUse uses, CompositeAction found) {
    Map<String, TemplateText> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(uses.with());
    SequencedMap<String, String> inputs = new LinkedHashMap<>();
    for (CompositeAction.Input input : found.inputs()) {
      TemplateText own = given.get(input.name());
      inputs.put(
          input.name(), own == null ? TemplateSources.of(input.defaultValue()) : own.source());
    }
    return inputs;
  }

  private void add(
      StepDefinition step,
      String fallback,
      StepAction task,
      SequencedMap<String, String> with,
      int action) {
    steps.add(
        new PlannedStep(
            step.id(),
            name(step, fallback),
            task,
            with,
            TemplateSources.of(step.env()),
            TemplateSources.of(step.condition()),
            continueOnError(step),
            TemplateSources.of(step.timeoutMinutes()),
            action,
            step.position().toString(),
            step.policy()));
  }

  private static String name(StepDefinition step, String fallback) {
    return step.name().map(TemplateText::source).filter(text -> !text.isBlank()).orElse(fallback);
  }

  private static String continueOnError(StepDefinition step) {
    return step.continueOnError().map(TemplateText::source).orElse("false");
  }
}
