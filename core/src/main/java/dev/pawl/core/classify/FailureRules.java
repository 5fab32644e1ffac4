package dev.pawl.core.classify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// An ordered list of rules, of which the first that matches decides.
///
/// A workflow's rules come before the server's, and those before the starter rules, because the
/// more specific source knows better: `FailureRules.starter().before(server).before(workflow)`.
public final class FailureRules {

  /// The most rules that one source may have.
  public static final int MAX_RULES = 100;

  private static final FailureRules STARTER = new FailureRules(StarterRules.ALL);

  private final List<FailureRule> ordered;

  private FailureRules(List<FailureRule> ordered) {
    this.ordered = List.copyOf(ordered);
  }

  /// The rules that are built in.
  public static FailureRules starter() {
    return STARTER;
  }

  /// The list with these rules in front.
  ///
  /// @throws IllegalArgumentException if there are too many, or two with the same name
  public FailureRules before(List<FailureRule> first) {
    List<FailureRule> all = new ArrayList<>(checked(first));
    all.addAll(ordered);
    return new FailureRules(all);
  }

  /// The same rules, if they are valid.
  ///
  /// @throws IllegalArgumentException if there are too many, or two with the same name
  public static List<FailureRule> checked(List<FailureRule> first) {
    if (first.size() > MAX_RULES) {
      throw new IllegalArgumentException(
          "%d rules, at most %d are allowed".formatted(first.size(), MAX_RULES));
    }
    SequencedSet<String> names = new LinkedHashSet<>();
    for (FailureRule rule : first) {
      if (!names.add(rule.name())) {
        throw new IllegalArgumentException("rule '%s' is defined twice".formatted(rule.name()));
      }
    }
    return List.copyOf(first);
  }

  public Classification classify(Failure failure) {
    return ordered.stream()
        .flatMap(rule -> rule.match(failure).stream())
        .findFirst()
        .orElse(Classification.NONE);
  }

  public List<FailureRule> ordered() {
    return ordered;
  }
}
