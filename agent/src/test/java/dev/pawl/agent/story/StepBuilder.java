package dev.pawl.agent.story;

import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// Builds steps with only the keys that a test needs: `run("make").id("build").when("always()")`.
public record StepBuilder(PlannedStep step) {

  public static StepBuilder run(String script) {
    var step = PlannedStep.of("a step", script, "ci.yaml:7:9");
    return new StepBuilder(step).doing(new StepAction.Script(script, "bash", ""));
  }

  public static StepBuilder checkout(Map<String, String> with) {
    return run("").doing(new StepAction.Checkout()).with(with);
  }

  /// A step that uses an action which is not available.
  public static StepBuilder uses(String action, String why) {
    return run("").doing(new StepAction.Unavailable(action, why));
  }

  public StepBuilder id(String id) {
    return with(id, step.name(), step.condition(), step.continueOnError());
  }

  public StepBuilder named(String name) {
    return with(step.id(), name, step.condition(), step.continueOnError());
  }

  public StepBuilder when(String condition) {
    return with(step.id(), step.name(), condition, step.continueOnError());
  }

  public StepBuilder mayFail(String continueOnError) {
    return with(step.id(), step.name(), step.condition(), continueOnError);
  }

  public StepBuilder by(String shell) {
    return doing(new StepAction.Script(script().run(), shell, script().workingDirectory()));
  }

  public StepBuilder in(String directory) {
    return doing(new StepAction.Script(script().run(), script().shell(), directory));
  }

  private StepAction.Script script() {
    return (StepAction.Script) step.action();
  }

  public StepBuilder withEnv(Map<String, String> env) {
    return copy(step.action(), step.with(), OrderedMaps.copyOf(env));
  }

  StepBuilder expecting(List<Integer> exitCodes) {
    return with(step.policy().with(exitCodes, step.policy().retries()));
  }

  public StepBuilder retriedBy(StepPolicy.Retry retry) {
    StepPolicy policy = step.policy();
    return with(
        new StepPolicy(
            policy.expectedExitCodes(),
            retry,
            policy.tool(),
            policy.waitsForTool(),
            policy.hooks()));
  }

  public StepBuilder using(String tool, boolean isWaitedFor) {
    StepPolicy policy = step.policy();
    return with(
        new StepPolicy(
            policy.expectedExitCodes(),
            policy.retry(),
            Optional.of(tool),
            isWaitedFor,
            policy.hooks()));
  }

  public StepBuilder withHooks(Hook... hooks) {
    StepPolicy policy = step.policy();
    return with(
        new StepPolicy(
            policy.expectedExitCodes(),
            policy.retry(),
            policy.tool(),
            policy.waitsForTool(),
            List.of(hooks)));
  }

  public StepBuilder within(String minutes) {
    return with(minutes, step.compositeAction());
  }

  /// The step of an action.
  public StepBuilder of(int action) {
    return with(step.timeoutMinutes(), action);
  }

  private StepBuilder with(StepPolicy policy) {
    return new StepBuilder(step.with(policy));
  }

  private StepBuilder with(Map<String, String> inputs) {
    return copy(step.action(), OrderedMaps.copyOf(inputs), step.env());
  }

  private StepBuilder doing(StepAction action) {
    return copy(action, step.with(), step.env());
  }

  private StepBuilder with(String id, String name, String condition, String continueOnError) {
    return new StepBuilder(
        new PlannedStep(
            id,
            name,
            step.action(),
            step.with(),
            step.env(),
            condition,
            continueOnError,
            step.timeoutMinutes(),
            step.compositeAction(),
            step.source(),
            step.policy()));
  }

  private StepBuilder with(String timeoutMinutes, int compositeAction) {
    return new StepBuilder(
        new PlannedStep(
            step.id(),
            step.name(),
            step.action(),
            step.with(),
            step.env(),
            step.condition(),
            step.continueOnError(),
            timeoutMinutes,
            compositeAction,
            step.source(),
            step.policy()));
  }

  private StepBuilder copy(
      StepAction action, SequencedMap<String, String> with, SequencedMap<String, String> env) {
    return new StepBuilder(
        new PlannedStep(
            step.id(),
            step.name(),
            action,
            with,
            env,
            step.condition(),
            step.continueOnError(),
            step.timeoutMinutes(),
            step.compositeAction(),
            step.source(),
            step.policy()));
  }
}
