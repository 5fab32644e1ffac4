package dev.pawl.server.agents;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.RunResult;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
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
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// What an agent is told to execute: the job's texts as they are, and what their expressions see.
public final class JobDispatchRenderer {

  private static final List<String> CONTEXTS =
      List.of("github", "needs", "strategy", "matrix", "inputs", "vars");

  private final AggregateCache cache;
  private final List<FailureRule> rules;
  private final SecretSource secrets;

  public JobDispatchRenderer(AggregateCache cache, OrchestratorPorts outside) {
    this.cache = cache;
    this.rules = outside.rules();
    this.secrets = outside.secrets();
  }

  ServerMessage.Job of(Run run, Job job) {
    JobBody body = job.planned().body();
    return new ServerMessage.Job(
        job.planned().name(),
        List.copyOf(body.env()),
        body.steps().stream().map(this::step).toList(),
        body.actions().stream().map(JobDispatchRenderer::action).toList(),
        body.outputs(),
        contexts(JobExpressionContext.on(run).of(job)),
        secrets(run, job),
        new ServerMessage.Rules(sent(run.plan().policy().rules()), sent(rules)),
        hooks(job.planned().policy().hooks()),
        job.planned().policy().environment().orElse(null),
        job.planned().isHooks() ? runEnd(RunResult.of(run)) : null);
  }

  private static String contexts(ExpressionScope sight) {
    SequencedMap<String, Value> contexts = new LinkedHashMap<>();
    CONTEXTS.forEach(name -> contexts.put(name, sight.context(name)));
    return new Value.Dict(contexts).json();
  }

  /// A called workflow sees what it is passed, from one call to the next.
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

  /// One that comes to nothing is not passed.
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

  private ServerMessage.Step step(PlannedStep step) {
    StepAction.Script script =
        switch (step.action()) {
          case StepAction.Script found -> found;
          case StepAction.Checkout _ -> new StepAction.Script("", "", "");
          case StepAction.Unavailable(_, var why) -> new StepAction.Script(why, "", "");
        };
    return new ServerMessage.Step(
        step.id(),
        step.name(),
        switch (step.action()) {
          case StepAction.Script _ -> "";
          case StepAction.Checkout _ -> "checkout";
          case StepAction.Unavailable(var uses, _) -> uses;
        },
        script.run(),
        script.shell(),
        script.workingDirectory(),
        step.with(),
        step.env(),
        step.condition(),
        step.continueOnError(),
        step.timeoutMinutes(),
        step.compositeAction(),
        step.source(),
        policy(step.policy()));
  }

  private ServerMessage.StepPolicy policy(StepPolicy policy) {
    return new ServerMessage.StepPolicy(
        expectedExitCodes(policy),
        retry(policy),
        policy.tool().map(tool -> new ServerMessage.Tool(tool, policy.waitsForTool())).orElse(null),
        hooks(policy.hooks()));
  }

  private static List<ServerMessage.Hook> hooks(List<Hook> hooks) {
    return hooks.stream()
        .map(hook ->
            new ServerMessage.Hook(hook.type().wireName(), hook.run(), hook.bound().toMillis()))
        .toList();
  }

  private static ServerMessage.RunEnd runEnd(RunResult result) {
    return new ServerMessage.RunEnd(result.outcome(), result.reason().message());
  }

  /// How often is its own wish, or its tool's profile; when and how long after, its own.
  private ServerMessage.Retry retry(StepPolicy policy) {
    int max =
        policy
            .tool()
            .map(tool -> cache.breaker(tool).profile().retries(policy))
            .orElse(policy.retries());
    StepPolicy.Retry asked = policy.retry();
    return new ServerMessage.Retry(
        max,
        asked.exitCodes(),
        asked.log(),
        asked.backoff().initial().toMillis(),
        asked.backoff().factor(),
        asked.backoff().max().toMillis());
  }

  /// Its own, or its tool's; 0, where neither says anything.
  private List<Integer> expectedExitCodes(StepPolicy policy) {
    List<Integer> said =
        policy
            .tool()
            .map(tool -> cache.breaker(tool).profile().expectedExitCodes(policy))
            .orElse(policy.expectedExitCodes());
    return said.isEmpty() ? List.of(0) : said;
  }

  private static ServerMessage.Action action(PlannedAction action) {
    return new ServerMessage.Action(
        action.parent(),
        action.id(),
        action.name(),
        action.path(),
        action.inputs(),
        action.outputs(),
        action.env(),
        action.condition(),
        action.continueOnError(),
        action.timeoutMinutes(),
        action.source());
  }

  private static List<ServerMessage.Rule> sent(List<FailureRule> rules) {
    return rules.stream().map(JobDispatchRenderer::sent).toList();
  }

  private static ServerMessage.Rule sent(FailureRule rule) {
    FailureRule.Conditions conditions = rule.conditions();
    return new ServerMessage.Rule(
        rule.name(),
        Machine.wireName(rule.code()),
        conditions.exitCodes(),
        conditions.signals(),
        conditions.enders().stream().map(Machine::wireName).toList(),
        conditions.log());
  }
}
