package dev.pawl.core.classify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Rules in their order: the first that fits decides.
///
/// A workflow's come before the server's, and those before the starter set, because who is nearer
/// to a job knows better: `Rules.starter().before(server).before(workflow)`.
public final class FailureRules {

  /// How many rules may be put in front at a time.
  public static final int MAX_RULES = 100;

  private static final FailureRules STARTER = new FailureRules(StarterRules.ALL);

  private final List<FailureRule> ordered;

  private FailureRules(List<FailureRule> ordered) {
    this.ordered = List.copyOf(ordered);
  }

  /// What Pawl knows by itself.
  public static FailureRules starter() {
    return STARTER;
  }

  /// These first, then what is here.
  ///
  /// @throws IllegalArgumentException if there are too many, or two with the same name
  public FailureRules before(List<FailureRule> first) {
    List<FailureRule> all = new ArrayList<>(checked(first));
    all.addAll(ordered);
    return new FailureRules(all);
  }

  /// The same rules, if they may be put in front.
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
        throw new IllegalArgumentException("rule \"%s\" is there twice".formatted(rule.name()));
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
