package dev.pawl.core.plan.expression;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;

/// What expressions see of whatever a run was planned for. Never changes.
///
/// @param github the event, and what it is about; what only the run itself knows is added when
///   somebody looks, see [dev.pawl.core.run.JobExpressionContext]
/// @param inputs those of the workflow as a whole
public record PlanContexts(Value.Dict github, Value.Dict inputs, Value.Dict vars) {

  public static final Value.Dict EMPTY = new Value.Dict(new LinkedHashMap<>());

  public static final PlanContexts NONE = new PlanContexts(EMPTY, EMPTY, EMPTY);
}
