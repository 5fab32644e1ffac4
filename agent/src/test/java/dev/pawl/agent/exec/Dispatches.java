package dev.pawl.agent.exec;

import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Jobs to dispatch: `job(step("echo hello")).withGrace(…)`.
record Dispatches(
    List<FromServer.Step> steps, Map<String, String> env, Duration limit, Duration grace) {

  static Dispatches job(FromServer.Step... steps) {
    return new Dispatches(List.of(steps), Map.of(), Duration.ofMinutes(5), Duration.ofSeconds(20));
  }

  static Dispatches job(String... scripts) {
    return job(List.of(scripts).stream().map(Dispatches::step).toArray(FromServer.Step[]::new));
  }

  static FromServer.Step step(String script) {
    return step(script, "bash", "", Map.of());
  }

  static FromServer.Step step(
      String script, String shell, String workingDirectory, Map<String, String> env) {
    return new FromServer.Step("a step", script, shell, workingDirectory, env, "ci.yaml:7:9");
  }

  Dispatches withEnv(Map<String, String> variables) {
    return new Dispatches(steps, variables, limit, grace);
  }

  Dispatches withGrace(Duration period) {
    return new Dispatches(steps, env, limit, period);
  }

  Dispatches withLimit(Duration time) {
    return new Dispatches(steps, env, time, grace);
  }

  JobDispatch under(String lease) {
    return new JobDispatch(
        lease,
        "run-1",
        "build",
        1,
        1,
        120,
        20,
        limit.toSeconds(),
        grace.toMillis(),
        new FromServer.Job("Build", env, steps));
  }
}
