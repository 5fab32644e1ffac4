package dev.pawl.server.agents;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.RunResult;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.JobExpressionContext;
import dev.pawl.core.run.Run;
import dev.pawl.expression.value.Value;
import dev.pawl.protocol.ServerMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/// Renders a job for its agent: the planned job with its texts unevaluated, the contexts of their
/// expressions, and the secrets that it may see.
public final class JobDispatchRenderer {

  private static final List<String> CONTEXTS =
      List.of("github", "needs", "strategy", "matrix", "inputs", "vars");

  private final Function<String, Breaker> breakers;
  private final List<FailureRule> rules;
  private final SecretSource secrets;

  /// @param breakers the breaker of each key
  /// @param rules of the operator, by which the agent classifies failures
  public JobDispatchRenderer(
      Function<String, Breaker> breakers, List<FailureRule> rules, SecretSource secrets) {
    this.breakers = breakers;
    this.rules = rules;
    this.secrets = secrets;
  }

  /// The job as its agent needs it: without the needs and conditions, which only the engine uses
  /// and which may be many.
  PlannedJob job(Run run, PlannedJob planned) {
    return new PlannedJob(
        planned.id(),
        planned.name(),
        List.of(),
        List.of(),
        planned.runsOn(),
        body(run, planned.body()),
        planned.timeout(),
        planned.grace(),
        planned.reason(),
        planned.policy());
  }

  ServerMessage.JobInputs inputs(Run run, Job job) {
    return new ServerMessage.JobInputs(
        contexts(JobExpressionContext.on(run).of(job)),
        secrets(run, job),
        new ServerMessage.Rules(run.plan().policy().rules(), rules),
        job.planned().isHooks() ? runEnd(RunResult.of(run)) : null,
        job.planned().isHooks() ? null : run.unresolvedRef().orElse(null));
  }

  private static String contexts(ExpressionScope sight) {
    SequencedMap<String, Value> contexts = new LinkedHashMap<>();
    CONTEXTS.forEach(name -> contexts.put(name, sight.context(name)));
    return new Value.Dict(contexts).json();
  }

  /// A called workflow sees the secrets that it is passed, from one call to the next.
  private SequencedMap<String, String> secrets(Run run, Job job) {
    var perspective = JobExpressionContext.on(run);
    SequencedMap<String, String> seen = secrets.of(run, job);
    for (int call : perspective.callsAround(job)) {
      WorkflowScope.PassedSecrets passed = run.plan().scope(call).secrets();
      if (!passed.isAll()) {
        seen = passed(passed, perspective.ofCall(call), seen);
      }
    }
    return seen;
  }

  /// A secret whose expression fails is not passed.
  private static SequencedMap<String, String> passed(
      WorkflowScope.PassedSecrets passed, ExpressionScope sight, Map<String, String> seen) {
    SequencedMap<String, Value> known = new LinkedHashMap<>();
    seen.forEach((name, value) -> known.put(name, new Value.Text(value)));
    var rendering = new TextEvaluator(sight.with("secrets", new Value.Dict(known)));
    SequencedMap<String, String> named = new LinkedHashMap<>();
    passed
        .named()
        .forEach((name, text) -> {
          try {
            named.put(name, rendering.text(name, text));
          } catch (TextEvaluationException e) {
            named.remove(name);
          }
        });
    return OrderedMaps.copyOf(named);
  }

  /// The body. Steps that use a tool get from its profile what they do not set themselves.
  private JobBody body(Run run, JobBody body) {
    return new JobBody(
        body.env(),
        body.steps().stream().map(step -> step(run, step)).toList(),
        body.actions(),
        body.outputs());
  }

  private PlannedStep step(Run run, PlannedStep step) {
    StepPolicy policy = step.policy();
    if (policy.tool().isEmpty()) {
      return step;
    }
    ToolProfile profile =
        breakers.apply(Breaker.keyOf(run.origin().org(), policy.tool().get())).profile();
    return step.with(policy.with(profile.expectedExitCodes(policy), profile.retries(policy)));
  }

  private static ServerMessage.RunEnd runEnd(RunResult result) {
    return new ServerMessage.RunEnd(result.outcome(), result.reason().message());
  }
}
