package dev.pawl.agent.story;

import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobInputs;
import dev.pawl.protocol.ServerMessage.Rules;
import dev.pawl.protocol.ServerMessage.RunEnd;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the jobs that tests dispatch: `job(step("echo hello")).withGrace(…)`.
public record JobBuilder(PlannedJob job, @Nullable String group, JobInputs inputs) {

  public static final JobInputs NO_INPUTS = new JobInputs("{}", Map.of(), Rules.NONE, null, null);

  /// A job without steps.
  public static PlannedJob planned(String name, Duration timeout, Duration grace) {
    return planned(name, JobBody.EMPTY, timeout, grace, JobPolicy.PLAIN);
  }

  private static PlannedJob planned(
      String name, JobBody body, Duration timeout, Duration grace, JobPolicy policy) {
    return new PlannedJob(
        "build", name, List.of(), List.of(), List.of(), body, timeout, grace, "", policy);
  }

  public static JobBuilder job(PlannedStep... steps) {
    var body = JobBody.of(List.of(steps));
    PlannedJob job =
        planned("Build", body, Duration.ofMinutes(5), Duration.ofSeconds(20), JobPolicy.PLAIN);
    return new JobBuilder(job, null, NO_INPUTS);
  }

  public static JobBuilder job(StepBuilder... steps) {
    return job(List.of(steps).stream().map(StepBuilder::step).toArray(PlannedStep[]::new));
  }

  public static JobBuilder job(String... scripts) {
    return job(List.of(scripts).stream().map(StepBuilder::run).toArray(StepBuilder[]::new));
  }

  public static PlannedStep step(
      String script, String shell, String workingDirectory, Map<String, String> env) {
    return StepBuilder.run(script).by(shell).in(workingDirectory).withEnv(env).step();
  }

  public static PlannedStep expecting(List<Integer> exitCodes, String script) {
    return StepBuilder.run(script).expecting(exitCodes).step();
  }

  public JobBuilder withEnv(Map<String, String> layer) {
    return withLayers(List.of(layer));
  }

  public JobBuilder withLayers(List<Map<String, String>> layers) {
    var env = layers.stream().map(OrderedMaps::copyOf).toList();
    JobBody body = job.body();
    return with(new JobBody(env, body.steps(), body.actions(), body.outputs()));
  }

  public JobBuilder withOutputs(Map<String, String> outputs) {
    JobBody body = job.body();
    return with(new JobBody(body.env(), body.steps(), body.actions(), OrderedMaps.copyOf(outputs)));
  }

  public JobBuilder withActions(PlannedAction... actions) {
    JobBody body = job.body();
    return with(new JobBody(body.env(), body.steps(), List.of(actions), body.outputs()));
  }

  public JobBuilder withGrace(Duration period) {
    return with(planned(job.name(), job.body(), job.timeout(), period, job.policy()));
  }

  public JobBuilder withLimit(Duration time) {
    return with(planned(job.name(), job.body(), time, job.grace(), job.policy()));
  }

  public static Hook hook(String type, String script) {
    return Hook.of(StepType.ofWireName("hook:" + type).orElseThrow(), script);
  }

  public JobBuilder withHooks(Hook... hooks) {
    return with(policy(List.of(hooks), Optional.empty()));
  }

  /// The same job with an environment.
  public JobBuilder deploying() {
    return with(policy(job.policy().hooks(), Optional.of("production")));
  }

  private static JobPolicy policy(List<Hook> hooks, Optional<String> environment) {
    JobPolicy plain = JobPolicy.PLAIN;
    return new JobPolicy(
        plain.condition(),
        plain.continueOnError(),
        plain.retry(),
        plain.approval(),
        plain.delay(),
        plain.group(),
        plain.priority(),
        hooks,
        environment,
        plain.matrix());
  }

  public JobBuilder inGroupOf(String command) {
    return new JobBuilder(job, command, inputs);
  }

  public JobBuilder classifiedBy(Rules others) {
    return with(
        new JobInputs(
            inputs.contexts(), inputs.secrets(), others, inputs.runEnd(), inputs.unresolvedRef()));
  }

  public JobBuilder seeing(String contexts) {
    return with(
        new JobInputs(
            contexts, inputs.secrets(), inputs.rules(), inputs.runEnd(), inputs.unresolvedRef()));
  }

  /// The same job of a run whose commit is not known yet.
  public JobBuilder ofRef(String ref) {
    return with(
        new JobInputs(inputs.contexts(), inputs.secrets(), inputs.rules(), inputs.runEnd(), ref));
  }

  public JobBuilder withSecrets(Map<String, String> secrets) {
    return with(
        new JobInputs(
            inputs.contexts(), secrets, inputs.rules(), inputs.runEnd(), inputs.unresolvedRef()));
  }

  /// The same job as the job of a run's hooks.
  public JobBuilder after(RunEnd run) {
    return with(
        new JobInputs(
            inputs.contexts(), inputs.secrets(), inputs.rules(), run, inputs.unresolvedRef()));
  }

  private JobBuilder with(JobBody body) {
    return with(planned(job.name(), body, job.timeout(), job.grace(), job.policy()));
  }

  private JobBuilder with(JobPolicy policy) {
    return with(job.with(policy));
  }

  private JobBuilder with(PlannedJob other) {
    return new JobBuilder(other, group, inputs);
  }

  private JobBuilder with(JobInputs other) {
    return new JobBuilder(job, group, other);
  }

  /// The dispatch of the job. Each lease belongs to another run: `lease-2` to `run-2`.
  public JobDispatch under(String lease) {
    return new JobDispatch(
        lease, lease.replace("lease", "run"), "build", 1, 1, 120, 20, group, job, inputs);
  }
}
