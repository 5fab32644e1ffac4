package dev.pawl.agent.exec;

import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Jobs to dispatch: `job(step("echo hello")).withGrace(…)`.
record Dispatches(
    List<FromServer.Step> steps,
    List<Map<String, String>> env,
    Duration limit,
    Duration grace,
    @Nullable String group,
    FromServer.Rules rules,
    Given given) {

  /// What the expressions of a job see, and what it hands on.
  record Given(
      List<FromServer.Action> actions,
      Map<String, String> outputs,
      String contexts,
      Map<String, String> secrets,
      Ends ends) {
    static final Given NOTHING =
        new Given(List.of(), Map.of(), "{}", Map.of(), new Ends(List.of(), null, null));

    Given with(Ends others) {
      return new Given(actions, outputs, contexts, secrets, others);
    }
  }

  /// What there is to do when it ends.
  record Ends(
      List<FromServer.Hook> hooks,
      @Nullable String environment,
      FromServer.@Nullable RunEnd runEnd) {}

  static Dispatches job(FromServer.Step... steps) {
    return new Dispatches(
        List.of(steps),
        List.of(),
        Duration.ofMinutes(5),
        Duration.ofSeconds(20),
        null,
        FromServer.Rules.NONE,
        Given.NOTHING);
  }

  static Dispatches job(StepSketch... steps) {
    return job(List.of(steps).stream().map(StepSketch::step).toArray(FromServer.Step[]::new));
  }

  static Dispatches job(String... scripts) {
    return job(List.of(scripts).stream().map(StepSketch::run).toArray(StepSketch[]::new));
  }

  static FromServer.Step step(
      String script, String shell, String workingDirectory, Map<String, String> env) {
    return StepSketch.run(script).by(shell).in(workingDirectory).withEnv(env).step();
  }

  static FromServer.Step expecting(List<Integer> exitCodes, String script) {
    return StepSketch.run(script).expecting(exitCodes).step();
  }

  Dispatches withEnv(Map<String, String> layer) {
    return withLayers(List.of(layer));
  }

  Dispatches withLayers(List<Map<String, String>> layers) {
    return new Dispatches(steps, layers, limit, grace, group, rules, given);
  }

  Dispatches withGrace(Duration period) {
    return new Dispatches(steps, env, limit, period, group, rules, given);
  }

  Dispatches withLimit(Duration time) {
    return new Dispatches(steps, env, time, grace, group, rules, given);
  }

  Dispatches inGroupOf(String command) {
    return new Dispatches(steps, env, limit, grace, command, rules, given);
  }

  Dispatches classifiedBy(FromServer.Rules others) {
    return new Dispatches(steps, env, limit, grace, group, others, given);
  }

  private Dispatches with(Given other) {
    return new Dispatches(steps, env, limit, grace, group, rules, other);
  }

  Dispatches seeing(String contexts) {
    return with(new Given(given.actions, given.outputs, contexts, given.secrets, given.ends));
  }

  Dispatches withSecrets(Map<String, String> secrets) {
    return with(new Given(given.actions, given.outputs, given.contexts, secrets, given.ends));
  }

  Dispatches withOutputs(Map<String, String> outputs) {
    return with(new Given(given.actions, outputs, given.contexts, given.secrets, given.ends));
  }

  Dispatches withActions(FromServer.Action... actions) {
    return with(
        new Given(List.of(actions), given.outputs, given.contexts, given.secrets, given.ends));
  }

  static FromServer.Hook hook(String type, String script) {
    return new FromServer.Hook("hook:" + type, script, 300_000);
  }

  Dispatches withHooks(FromServer.Hook... hooks) {
    return with(given.with(new Ends(List.of(hooks), null, null)));
  }

  /// It deploys somewhere.
  Dispatches deploying() {
    return with(given.with(new Ends(given.ends.hooks, "production", null)));
  }

  /// It is the job of a run's hooks.
  Dispatches after(FromServer.RunEnd run) {
    return with(given.with(new Ends(given.ends.hooks, null, run)));
  }

  /// Each lease is that of another run: `lease-2` of `run-2`.
  JobDispatch under(String lease) {
    return new JobDispatch(
        lease,
        lease.replace("lease", "run"),
        "build",
        1,
        1,
        120,
        20,
        limit.toSeconds(),
        grace.toMillis(),
        300,
        group,
        new FromServer.Job(
            "Build",
            env,
            steps,
            given.actions,
            given.outputs,
            given.contexts,
            given.secrets,
            rules,
            given.ends.hooks,
            given.ends.environment,
            given.ends.runEnd));
  }
}
