package dev.pawl.expression;

import dev.pawl.expression.value.CaseFold;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The contexts and functions that an expression may use at its place. Built-in functions, from
/// `contains` to `case`, are always allowed.
///
/// Invariant: lookup ignores case; names keep the order in which they were given.
public final class AllowedNames {

  private final Set<String> contexts;
  private final Set<String> functions;
  private final Map<String, String> contextByFold;
  private final Map<String, String> functionByFold;

  public AllowedNames(Set<String> contexts, Set<String> functions) {
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
    return Optional.ofNullable(contextByFold.get(CaseFold.fold(name)));
  }

  Optional<String> function(String name) {
    return Optional.ofNullable(functionByFold.get(CaseFold.fold(name)));
  }

  private static Map<String, String> byFold(Collection<String> names) {
    Map<String, String> byFold = new HashMap<>();
    names.forEach(name -> byFold.put(CaseFold.fold(name), name));
    return byFold;
  }
}
