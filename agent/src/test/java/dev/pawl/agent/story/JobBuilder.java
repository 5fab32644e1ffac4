package dev.pawl.agent.story;

import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Jobs to dispatch: `job(step("echo hello")).withGrace(…)`.
public record JobBuilder(
    List<ServerMessage.Step> steps,
    List<Map<String, String>> env,
    Duration limit,
    Duration grace,
    @Nullable String group,
    ServerMessage.Rules rules,
    Given given) {

  /// What the expressions of a job see, and what it hands on.
  record Given(
      List<ServerMessage.Action> actions,
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
      List<ServerMessage.Hook> hooks,
      @Nullable String environment,
      ServerMessage.@Nullable RunEnd runEnd) {}

  public static JobBuilder job(ServerMessage.Step... steps) {
    return new JobBuilder(
        List.of(steps),
        List.of(),
        Duration.ofMinutes(5),
        Duration.ofSeconds(20),
        null,
        ServerMessage.Rules.NONE,
        Given.NOTHING);
  }

  public static JobBuilder job(StepBuilder... steps) {
    return job(List.of(steps).stream().map(StepBuilder::step).toArray(ServerMessage.Step[]::new));
  }

  public static JobBuilder job(String... scripts) {
    return job(List.of(scripts).stream().map(StepBuilder::run).toArray(StepBuilder[]::new));
  }

  public static ServerMessage.Step step(
      String script, String shell, String workingDirectory, Map<String, String> env) {
    return StepBuilder.run(script).by(shell).in(workingDirectory).withEnv(env).step();
  }

  public static ServerMessage.Step expecting(List<Integer> exitCodes, String script) {
    return StepBuilder.run(script).expecting(exitCodes).step();
  }

  public JobBuilder withEnv(Map<String, String> layer) {
    return withLayers(List.of(layer));
  }

  public JobBuilder withLayers(List<Map<String, String>> layers) {
    return new JobBuilder(steps, layers, limit, grace, group, rules, given);
  }

  public JobBuilder withGrace(Duration period) {
    return new JobBuilder(steps, env, limit, period, group, rules, given);
  }

  public JobBuilder withLimit(Duration time) {
    return new JobBuilder(steps, env, time, grace, group, rules, given);
  }

  public JobBuilder inGroupOf(String command) {
    return new JobBuilder(steps, env, limit, grace, command, rules, given);
  }

  public JobBuilder classifiedBy(ServerMessage.Rules others) {
    return new JobBuilder(steps, env, limit, grace, group, others, given);
  }

  private JobBuilder with(Given other) {
    return new JobBuilder(steps, env, limit, grace, group, rules, other);
  }

  public JobBuilder seeing(String contexts) {
    return with(new Given(given.actions, given.outputs, contexts, given.secrets, given.ends));
  }

  public JobBuilder withSecrets(Map<String, String> secrets) {
    return with(new Given(given.actions, given.outputs, given.contexts, secrets, given.ends));
  }

  public JobBuilder withOutputs(Map<String, String> outputs) {
    return with(new Given(given.actions, outputs, given.contexts, given.secrets, given.ends));
  }

  public JobBuilder withActions(ServerMessage.Action... actions) {
    return with(
        new Given(List.of(actions), given.outputs, given.contexts, given.secrets, given.ends));
  }

  public static ServerMessage.Hook hook(String type, String script) {
    return new ServerMessage.Hook("hook:" + type, script, 300_000);
  }

  public JobBuilder withHooks(ServerMessage.Hook... hooks) {
    return with(given.with(new Ends(List.of(hooks), null, null)));
  }

  /// It deploys somewhere.
  public JobBuilder deploying() {
    return with(given.with(new Ends(given.ends.hooks, "production", null)));
  }

  /// It is the job of a run's hooks.
  public JobBuilder after(ServerMessage.RunEnd run) {
    return with(given.with(new Ends(given.ends.hooks, null, run)));
  }

  /// Each lease is that of another run: `lease-2` of `run-2`.
  public JobDispatch under(String lease) {
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
        new ServerMessage.Job(
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
