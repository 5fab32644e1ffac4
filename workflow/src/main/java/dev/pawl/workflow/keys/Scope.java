package dev.pawl.workflow.keys;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;

/// What the expressions in a value may use: which contexts, and which functions beyond those that
/// are always there.
public enum Scope {
  /// No expression at all.
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
  STEP_IF(plus(URL), Stream.concat(Functions.STATUS.stream(), Functions.FILES.stream()).toList());

  private static final class Functions {
    static final List<String> STATUS = List.of("always", "cancelled", "success", "failure");
    static final List<String> FILES = List.of("hashFiles");
  }

  private final SequencedSet<String> contexts;
  private final SequencedSet<String> functions;

  Scope(List<String> contexts, List<String> functions) {
    this.contexts = new LinkedHashSet<>(contexts);
    this.functions = new LinkedHashSet<>(functions);
  }

  public List<String> contexts() {
    return List.copyOf(contexts);
  }

  public List<String> functions() {
    return List.copyOf(functions);
  }

  public boolean allowsExpressions() {
    return this != NONE;
  }

  private static List<String> plus(Scope base, String... more) {
    return Stream.concat(base.contexts.stream(), Stream.of(more)).toList();
  }
}
