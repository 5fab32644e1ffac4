package dev.pawl.workflow.keys;

import dev.pawl.expression.AllowedNames;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The contexts and functions that expressions in a value may use, besides the functions that are
/// always available.
@SuppressWarnings("ImmutableEnumChecker") // lists that nobody can change
public enum ContextAvailability {
  /// No expressions.
  NONE(List.of(), List.of()),
  RUN(List.of("github", "inputs", "vars"), List.of()),
  WORKFLOW_ENV(plus(RUN, "secrets"), List.of()),
  CALL_OUTPUT(plus(RUN, "jobs"), List.of()),
  STRATEGY(plus(RUN, "needs"), List.of()),
  JOB_IF(plus(STRATEGY), Functions.STATUS),
  JOB(plus(STRATEGY, "strategy", "matrix"), List.of()),
  JOB_SECRETS(plus(JOB, "secrets"), List.of()),
  JOB_DEFAULTS(plus(JOB, "env"), List.of()),
  CREDENTIALS(plus(JOB, "env", "secrets"), List.of()),
  CONTAINER_ENV(plus(JOB, "job", "runner", "env", "secrets"), List.of()),
  URL(plus(JOB, "job", "runner", "env", "steps"), List.of()),
  OUTPUT(plus(URL, "secrets"), List.of()),
  STEP(plus(OUTPUT), Functions.FILES),
  STEP_IF(plus(URL), Functions.ALL),
  ACTION_INPUT(List.of("github", "strategy", "matrix", "job", "runner"), Functions.FILES),
  ACTION_OUTPUT(plus(ACTION_INPUT, "inputs", "steps", "env"), List.of()),
  ACTION_STEP(plus(ACTION_OUTPUT), Functions.FILES),
  ACTION_STEP_IF(plus(ACTION_OUTPUT), Functions.ALL);

  private static final class Functions {
    static final List<String> STATUS = List.of("always", "cancelled", "success", "failure");
    static final List<String> FILES = List.of("hashFiles");
    static final List<String> ALL = Stream.concat(STATUS.stream(), FILES.stream()).toList();
  }

  private final List<String> contexts;
  private final List<String> functions;
  private final AllowedNames names;

  ContextAvailability(List<String> contexts, List<String> functions) {
    this.contexts = contexts;
    this.functions = functions;
    this.names = new AllowedNames(Set.copyOf(contexts), Set.copyOf(functions));
  }

  public List<String> contexts() {
    return contexts;
  }

  public List<String> functions() {
    return functions;
  }

  /// The same names, for parsing and evaluation.
  public AllowedNames names() {
    return names;
  }

  public boolean allowsExpressions() {
    return this != NONE;
  }

  private static List<String> plus(ContextAvailability base, String... more) {
    return Stream.concat(base.contexts.stream(), Stream.of(more)).toList();
  }
}
