package dev.pawl.core.plan.expression;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;

/// The contexts of a run that are fixed by its plan.
///
/// @param github the event and its subject; what only the run knows is added on evaluation, see
///   [dev.pawl.core.run.JobExpressionContext]
/// @param inputs the inputs of the workflow as a whole
public record PlanContexts(Value.Dict github, Value.Dict inputs, Value.Dict vars) {

  public static final Value.Dict EMPTY = new Value.Dict(new LinkedHashMap<>());

  /// The value of `github.sha` while the commit is not known.
  public static final String NO_COMMIT = "0".repeat(40);

  public static final PlanContexts NONE = new PlanContexts(EMPTY, EMPTY, EMPTY);

  /// The ref whose commit has to be found out, empty for the default branch; none if the commit is
  /// known, or if there is no repository to ask.
  public Optional<String> unresolvedRef() {
    boolean isUnknown = text("sha").equals(NO_COMMIT) && !text("repositoryUrl").isEmpty();
    return isUnknown ? Optional.of(text("ref")) : Optional.empty();
  }

  private String text(String field) {
    Value value = github.fields().get(field);
    return value == null ? "" : value.text();
  }
}
