package dev.pawl.server.runtime;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.engine.RunResult;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.Task;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Perspective;
import dev.pawl.core.run.Run;
import dev.pawl.expression.Value;
import dev.pawl.protocol.FromServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// What an agent is told to execute: the job's texts as they are, and what their expressions see.
final class Dispatches {

  private static final List<String> CONTEXTS =
      List.of("github", "needs", "strategy", "matrix", "inputs", "vars");

  private final Cache cache;
  private final List<Rule> rules;
  private final Secrets secrets;

  Dispatches(Cache cache, Outside outside) {
    this.cache = cache;
    this.rules = outside.rules();
    this.secrets = outside.secrets();
  }

  FromServer.Job of(Run run, Job job) {
    Body body = job.planned().body();
    return new FromServer.Job(
        job.planned().name(),
        List.copyOf(body.env()),
        body.steps().stream().map(this::step).toList(),
        body.actions().stream().map(Dispatches::action).toList(),
        body.outputs(),
        contexts(Perspective.on(run).of(job)),
        secrets(run, job),
        new FromServer.Rules(sent(run.plan().policy().rules()), sent(rules)),
        hooks(job.planned().policy().hooks()),
        job.planned().policy().environment().orElse(null),
        job.planned().isHooks() ? runEnd(RunResult.of(run)) : null);
  }

  private static String contexts(Sight sight) {
    SequencedMap<String, Value> contexts = new LinkedHashMap<>();
    CONTEXTS.forEach(name -> contexts.put(name, sight.context(name)));
    return new Value.Dict(contexts).json();
  }

  /// A called workflow sees what it is passed, from one call to the next.
  private SequencedMap<String, String> secrets(Run run, Job job) {
    var perspective = Perspective.on(run);
    SequencedMap<String, String> seen = secrets.of(run, job);
    for (int call : perspective.callsAround(job)) {
      Scope.Passed passed = run.plan().scope(call).secrets();
      if (!passed.isAll()) {
        seen = passed(passed, perspective.ofCall(call), seen);
      }
    }
    return seen;
  }

  /// One that comes to nothing is not passed.
  private static SequencedMap<String, String> passed(
      Scope.Passed passed, Sight sight, Map<String, String> seen) {
    SequencedMap<String, Value> known = new LinkedHashMap<>();
    seen.forEach((name, value) -> known.put(name, new Value.Text(value)));
    var rendering = new Rendering(sight.with("secrets", new Value.Dict(known)));
    SequencedMap<String, String> named = new LinkedHashMap<>();
    passed
        .named()
        .forEach((name, text) -> {
          try {
            named.put(name, rendering.text(name, text));
          } catch (RenderingFailure e) {
            named.remove(name);
          }
        });
    return Ordered.copyOf(named);
  }

  private FromServer.Step step(PlannedStep step) {
    Task.Script script =
        switch (step.task()) {
          case Task.Script found -> found;
          case Task.Checkout _ -> new Task.Script("", "", "");
          case Task.Unavailable(_, var why) -> new Task.Script(why, "", "");
        };
    return new FromServer.Step(
        step.id(),
        step.name(),
        switch (step.task()) {
          case Task.Script _ -> "";
          case Task.Checkout _ -> "checkout";
          case Task.Unavailable(var uses, _) -> uses;
        },
        script.run(),
        script.shell(),
        script.workingDirectory(),
        step.with(),
        step.env(),
        step.condition(),
        step.continueOnError(),
        step.timeoutMinutes(),
        step.action(),
        step.source(),
        policy(step.policy()));
  }

  private FromServer.StepPolicy policy(StepPolicy policy) {
    return new FromServer.StepPolicy(
        expectedExitCodes(policy),
        retry(policy),
        policy.tool().map(tool -> new FromServer.Tool(tool, policy.waitsForTool())).orElse(null),
        hooks(policy.hooks()));
  }

  private static List<FromServer.Hook> hooks(List<Hook> hooks) {
    return hooks.stream()
        .map(hook ->
            new FromServer.Hook(hook.type().wireName(), hook.run(), hook.bound().toMillis()))
        .toList();
  }

  private static FromServer.RunEnd runEnd(RunResult result) {
    return new FromServer.RunEnd(result.outcome(), result.reason().message());
  }

  /// How often is its own wish, or its tool's profile; when and how long after, its own.
  private FromServer.Retry retry(StepPolicy policy) {
    int max =
        policy
            .tool()
            .map(tool -> cache.breaker(tool).profile().retries(policy))
            .orElse(policy.retries());
    StepPolicy.Retry asked = policy.retry();
    return new FromServer.Retry(
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

  private static FromServer.Action action(PlannedAction action) {
    return new FromServer.Action(
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

  private static List<FromServer.Rule> sent(List<Rule> rules) {
    return rules.stream().map(Dispatches::sent).toList();
  }

  private static FromServer.Rule sent(Rule rule) {
    Rule.Conditions conditions = rule.conditions();
    return new FromServer.Rule(
        rule.name(),
        Machine.wireName(rule.code()),
        conditions.exitCodes(),
        conditions.signals(),
        conditions.enders().stream().map(Machine::wireName).toList(),
        conditions.log());
  }
}
