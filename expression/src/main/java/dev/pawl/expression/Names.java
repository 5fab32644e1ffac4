package dev.pawl.expression;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What an expression may name at its place. The functions that need nothing but their arguments,
/// from `contains` to `case`, are there everywhere.
///
/// Invariant: a name is found whatever its case; names keep the order in which they were given.
public final class Names {

  private final Set<String> contexts;
  private final Set<String> functions;
  private final Map<String, String> contextByFold;
  private final Map<String, String> functionByFold;

  public Names(Set<String> contexts, Set<String> functions) {
    this.contexts = Collections.unmodifiableSet(new LinkedHashSet<>(contexts));
    this.functions = Collections.unmodifiableSet(new LinkedHashSet<>(functions));
    contextByFold = byFold(contexts);
    functionByFold = byFold(functions);
  }

  public Set<String> contexts() {
    return contexts;
  }

  public Set<String> functions() {
    return functions;
  }

  Optional<String> context(String name) {
    return Optional.ofNullable(contextByFold.get(Caseless.fold(name)));
  }

  Optional<String> function(String name) {
    return Optional.ofNullable(functionByFold.get(Caseless.fold(name)));
  }

  private static Map<String, String> byFold(Collection<String> names) {
    Map<String, String> byFold = new HashMap<>();
    names.forEach(name -> byFold.put(Caseless.fold(name), name));
    return byFold;
  }
}
