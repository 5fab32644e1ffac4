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
    Map<String, String> env,
    Duration limit,
    Duration grace,
    @Nullable String group,
    FromServer.Rules rules) {

  static Dispatches job(FromServer.Step... steps) {
    return new Dispatches(
        List.of(steps),
        Map.of(),
        Duration.ofMinutes(5),
        Duration.ofSeconds(20),
        null,
        FromServer.Rules.NONE);
  }

  static Dispatches job(String... scripts) {
    return job(List.of(scripts).stream().map(Dispatches::step).toArray(FromServer.Step[]::new));
  }

  static FromServer.Step step(String script) {
    return step(script, "bash", "", Map.of());
  }

  static FromServer.Step step(
      String script, String shell, String workingDirectory, Map<String, String> env) {
    return step(script, shell, workingDirectory, env, List.of(0));
  }

  static FromServer.Step expecting(List<Integer> exitCodes, String script) {
    return step(script, "bash", "", Map.of(), exitCodes);
  }

  private static FromServer.Step step(
      String script,
      String shell,
      String workingDirectory,
      Map<String, String> env,
      List<Integer> exitCodes) {
    return new FromServer.Step(
        "",
        "a step",
        "",
        script,
        shell,
        workingDirectory,
        Map.of(),
        env,
        "",
        "false",
        "",
        FromServer.Step.NO_ACTION,
        "ci.yaml:7:9",
        exitCodes);
  }

  Dispatches withEnv(Map<String, String> variables) {
    return new Dispatches(steps, variables, limit, grace, group, rules);
  }

  Dispatches withGrace(Duration period) {
    return new Dispatches(steps, env, limit, period, group, rules);
  }

  Dispatches withLimit(Duration time) {
    return new Dispatches(steps, env, time, grace, group, rules);
  }

  Dispatches inGroupOf(String command) {
    return new Dispatches(steps, env, limit, grace, command, rules);
  }

  Dispatches classifiedBy(FromServer.Rules others) {
    return new Dispatches(steps, env, limit, grace, group, others);
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
            "Build", List.of(env), steps, List.of(), Map.of(), "{}", Map.of(), rules));
  }
}
