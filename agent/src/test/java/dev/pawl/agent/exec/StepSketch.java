package dev.pawl.agent.exec;

import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.StepPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A step that says only what matters in a story: `run("make").id("build").when("always()")`.
record StepSketch(FromServer.Step step) {

  static StepSketch run(String script) {
    return new StepSketch(
        new FromServer.Step(
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
            FromServer.Step.NO_ACTION,
            "ci.yaml:7:9",
            FromServer.StepPolicy.PLAIN));
  }

  static StepSketch uses(String action, Map<String, String> with) {
    return uses(action, with, "");
  }

  /// @param whyNot it is not to be had; empty for nothing
  static StepSketch uses(String action, Map<String, String> with, String whyNot) {
    FromServer.Step it = run(whyNot).step;
    return new StepSketch(
        new FromServer.Step(
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

  StepSketch id(String id) {
    return with(id, step.name(), step.condition(), step.continueOnError());
  }

  StepSketch named(String name) {
    return with(step.id(), name, step.condition(), step.continueOnError());
  }

  StepSketch when(String condition) {
    return with(step.id(), step.name(), condition, step.continueOnError());
  }

  StepSketch mayFail(String continueOnError) {
    return with(step.id(), step.name(), step.condition(), continueOnError);
  }

  private StepSketch with(String id, String name, String condition, String continueOnError) {
    return with(id, name, step.shell(), step.workingDirectory(), step.env(), condition)
        .with(continueOnError, step.timeoutMinutes(), step.action(), step.policy());
  }

  StepSketch by(String shell) {
    return with(
        step.id(), step.name(), shell, step.workingDirectory(), step.env(), step.condition());
  }

  StepSketch in(String directory) {
    return with(step.id(), step.name(), step.shell(), directory, step.env(), step.condition());
  }

  StepSketch withEnv(Map<String, String> env) {
    return with(
        step.id(), step.name(), step.shell(), step.workingDirectory(), env, step.condition());
  }

  StepSketch expecting(List<Integer> exitCodes) {
    return with(policy -> new StepPolicy(exitCodes, policy.retry(), policy.tool(), policy.hooks()));
  }

  StepSketch retriedBy(FromServer.Retry retry) {
    return with(
        policy -> new StepPolicy(policy.expectedExitCodes(), retry, policy.tool(), policy.hooks()));
  }

  StepSketch using(FromServer.Tool tool) {
    return with(
        policy -> new StepPolicy(policy.expectedExitCodes(), policy.retry(), tool, policy.hooks()));
  }

  StepSketch withHooks(FromServer.Hook... hooks) {
    return with(policy ->
        new StepPolicy(policy.expectedExitCodes(), policy.retry(), policy.tool(), List.of(hooks)));
  }

  private StepSketch with(UnaryOperator<StepPolicy> change) {
    return with(
        step.continueOnError(), step.timeoutMinutes(), step.action(), change.apply(step.policy()));
  }

  StepSketch within(String minutes) {
    return with(step.continueOnError(), minutes, step.action(), step.policy());
  }

  /// The step of an action.
  StepSketch of(int action) {
    return with(step.continueOnError(), step.timeoutMinutes(), action, step.policy());
  }

  private StepSketch with(
      String id,
      String name,
      String shell,
      String directory,
      Map<String, String> env,
      String condition) {
    return new StepSketch(
        new FromServer.Step(
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

  private StepSketch with(
      String continueOnError, String timeoutMinutes, int action, StepPolicy policy) {
    return new StepSketch(
        new FromServer.Step(
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
