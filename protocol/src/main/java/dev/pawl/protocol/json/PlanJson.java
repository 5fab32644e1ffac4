package dev.pawl.protocol.json;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.Value;

/// The JSON form of a plan's records, the same in the store and in a dispatch.
public final class PlanJson {

  /// A rule as it is written: its pattern is compiled when it is read.
  public record RuleFields(String name, ReasonCode code, FailureRule.Conditions conditions) {}

  /// A codec that knows what is in a plan, for others to add to.
  public static JsonCodec.Builder builder() {
    return JsonCodec.builder()
        .text(Condition.class, Condition::text, Condition::of)
        // Values are texts: they have JSON of their own, in which fields keep their order.
        .text(Value.class, Value::json, Value::parseJson)
        .text(Value.Dict.class, Value::json, PlanJson::dict)
        .text(StepType.class, StepType::wireName, PlanJson::stepType)
        .as(
            FailureRule.class,
            RuleFields.class,
            rule -> new RuleFields(rule.name(), rule.code(), rule.conditions()),
            rule -> new FailureRule(rule.name(), rule.code(), rule.conditions()))
        .leaveOut(StepPolicy.class, StepPolicy.PLAIN)
        .skipUnreadable(FailureRule.class)
        .skipUnreadable(Hook.class)
        .readUnknownAs(StepAction.class, PlanJson::unavailable)
        .share(JobBody.class);
  }

  private static Value.Dict dict(String text) {
    if (Value.parseJson(text) instanceof Value.Dict dict) {
      return dict;
    }
    throw new IllegalArgumentException("no object");
  }

  private static StepAction unavailable(String name) {
    return new StepAction.Unavailable(name, "this agent has no such action");
  }

  private static StepType stepType(String text) {
    return StepType.ofWireName(text).orElseThrow();
  }

  private PlanJson() {}
}
