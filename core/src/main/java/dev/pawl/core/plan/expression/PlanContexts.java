package dev.pawl.core.plan.expression;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;

/// The contexts of a run that are fixed by its plan.
///
/// @param github the event and its subject; what only the run knows is added on evaluation, see
///   [dev.pawl.core.run.JobExpressionContext]
/// @param inputs the inputs of the workflow as a whole
public record PlanContexts(Value.Dict github, Value.Dict inputs, Value.Dict vars) {

  public static final Value.Dict EMPTY = new Value.Dict(new LinkedHashMap<>());

  public static final PlanContexts NONE = new PlanContexts(EMPTY, EMPTY, EMPTY);
}
