package dev.pawl.agent.story;

import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.StepPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A step that says only what matters in a story: `run("make").id("build").when("always()")`.
public record StepBuilder(ServerMessage.Step step) {

  public static StepBuilder run(String script) {
    return new StepBuilder(
        new ServerMessage.Step(
            "",
            "a step",
            "",
            script,
            "bash",
            "",
            Map.of(),
            Map.of(),
            "",
            "false",
            "",
            ServerMessage.Step.NO_ACTION,
            "ci.yaml:7:9",
            ServerMessage.StepPolicy.PLAIN));
  }

  public static StepBuilder uses(String action, Map<String, String> with) {
    return uses(action, with, "");
  }

  /// @param whyNot it is not to be had; empty for nothing
  public static StepBuilder uses(String action, Map<String, String> with, String whyNot) {
    ServerMessage.Step it = run(whyNot).step;
    return new StepBuilder(
        new ServerMessage.Step(
            it.id(),
            it.name(),
            action,
            it.run(),
            "",
            "",
            with,
            it.env(),
            it.condition(),
            it.continueOnError(),
            it.timeoutMinutes(),
            it.action(),
            it.source(),
            it.policy()));
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

  private StepBuilder with(String id, String name, String condition, String continueOnError) {
    return with(id, name, step.shell(), step.workingDirectory(), step.env(), condition)
        .with(continueOnError, step.timeoutMinutes(), step.action(), step.policy());
  }

  public StepBuilder by(String shell) {
    return with(
        step.id(), step.name(), shell, step.workingDirectory(), step.env(), step.condition());
  }

  public StepBuilder in(String directory) {
    return with(step.id(), step.name(), step.shell(), directory, step.env(), step.condition());
  }

  public StepBuilder withEnv(Map<String, String> env) {
    return with(
        step.id(), step.name(), step.shell(), step.workingDirectory(), env, step.condition());
  }

  StepBuilder expecting(List<Integer> exitCodes) {
    return with(policy -> new StepPolicy(exitCodes, policy.retry(), policy.tool(), policy.hooks()));
  }

  public StepBuilder retriedBy(ServerMessage.Retry retry) {
    return with(
        policy -> new StepPolicy(policy.expectedExitCodes(), retry, policy.tool(), policy.hooks()));
  }

  public StepBuilder using(ServerMessage.Tool tool) {
    return with(
        policy -> new StepPolicy(policy.expectedExitCodes(), policy.retry(), tool, policy.hooks()));
  }

  public StepBuilder withHooks(ServerMessage.Hook... hooks) {
    return with(policy ->
        new StepPolicy(policy.expectedExitCodes(), policy.retry(), policy.tool(), List.of(hooks)));
  }

  private StepBuilder with(UnaryOperator<StepPolicy> change) {
    return with(
        step.continueOnError(), step.timeoutMinutes(), step.action(), change.apply(step.policy()));
  }

  public StepBuilder within(String minutes) {
    return with(step.continueOnError(), minutes, step.action(), step.policy());
  }

  /// The step of an action.
  public StepBuilder of(int action) {
    return with(step.continueOnError(), step.timeoutMinutes(), action, step.policy());
  }

  private StepBuilder with(
      String id,
      String name,
      String shell,
      String directory,
      Map<String, String> env,
      String condition) {
    return new StepBuilder(
        new ServerMessage.Step(
            id,
            name,
            step.uses(),
            step.run(),
            shell,
            directory,
            step.with(),
            env,
            condition,
            step.continueOnError(),
            step.timeoutMinutes(),
            step.action(),
            step.source(),
            step.policy()));
  }

  private StepBuilder with(
      String continueOnError, String timeoutMinutes, int action, StepPolicy policy) {
    return new StepBuilder(
        new ServerMessage.Step(
            step.id(),
            step.name(),
            step.uses(),
            step.run(),
            step.shell(),
            step.workingDirectory(),
            step.with(),
            step.env(),
            step.condition(),
            continueOnError,
            timeoutMinutes,
            action,
            step.source(),
            policy));
  }
}
