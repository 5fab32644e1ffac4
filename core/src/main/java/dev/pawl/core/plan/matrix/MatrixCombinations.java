package dev.pawl.core.plan.matrix;

import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.expression.ValueMatcher;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Dict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Computes the combinations of an evaluated matrix: the product of all lists, without those that
/// `exclude` matches. An entry of `include` extends every combination that it matches, without
/// changing values from the lists; an entry that matches none is a combination of its own.
final class MatrixCombinations {

  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";

  /// The most combinations before exclusion; more than may remain, since many may be excluded.
  private static final int MAX_BEFORE_EXCLUSION = 10_000;

  /// The most comparisons of a combination with an entry of `include` or `exclude`.
  private static final long MAX_COMPARISONS = 500_000;

  /// One combination.
  ///
  /// @param own the values that name it, without those that `include` added
  record Combination(Dict own, Dict matrix) {}

  private final SequencedMap<String, List<Value>> vectors = new LinkedHashMap<>();
  private final List<Dict> includes;
  private final List<Dict> excludes;

  private MatrixCombinations(Dict matrix) throws TextEvaluationException {
    for (var entry : matrix.fields().entrySet()) {
      boolean isVector = !isKey(entry.getKey(), INCLUDE) && !isKey(entry.getKey(), EXCLUDE);
      if (isVector) {
        vectors.put(entry.getKey(), list("matrix." + entry.getKey(), entry.getValue()));
      }
    }
    includes = entries(matrix, INCLUDE);
    excludes = entries(matrix, EXCLUDE);
    for (Dict exclude : excludes) {
      for (String key : exclude.fields().keySet()) {
        if (vectors.keySet().stream().noneMatch(name -> isKey(name, key))) {
          throw new TextEvaluationException(
              "exclude names '%s', which is not a list of the matrix".formatted(key));
        }
      }
    }
  }

  static List<Combination> of(Dict matrix, MatrixBudget budget) throws TextEvaluationException {
    return new MatrixCombinations(matrix).all(budget);
  }

  private List<Combination> all(MatrixBudget budget) throws TextEvaluationException {
    List<Combination> all = new ArrayList<>();
    boolean[] isUsed = new boolean[includes.size()];
    List<Dict> product = product(budget);
    int entries = includes.size() + excludes.size();
    if ((long) product.size() * entries > MAX_COMPARISONS) {
      throw new TextEvaluationException(
          "%d combinations are too many for %d entries of include and exclude"
              .formatted(product.size(), entries));
    }
    budget.compare((long) product.size() * entries);
    for (Dict own : product) {
      if (excludes.stream().noneMatch(exclude -> ValueMatcher.matches(exclude, own))) {
        all.add(new Combination(own, extended(own, isUsed)));
      }
    }
    for (int at = 0; at < isUsed.length; at++) {
      if (!isUsed[at]) {
        Dict own = ordered(includes.get(at));
        all.add(new Combination(own, own));
      }
    }
    return all;
  }

  private List<Dict> product(MatrixBudget budget) throws TextEvaluationException {
    List<SequencedMap<String, Value>> product = new ArrayList<>();
    if (!vectors.isEmpty()) {
      product.add(new LinkedHashMap<>());
    }
    for (var vector : vectors.entrySet()) {
      List<SequencedMap<String, Value>> longer = new ArrayList<>();
      if ((long) product.size() * vector.getValue().size() > MAX_BEFORE_EXCLUSION) {
        throw new TextEvaluationException(
            "more than %d combinations before any is excluded".formatted(MAX_BEFORE_EXCLUSION));
      }
      budget.combine(product.size() * vector.getValue().size());
      for (var sofar : product) {
        for (Value value : vector.getValue()) {
          SequencedMap<String, Value> one = new LinkedHashMap<>(sofar);
          one.put(vector.getKey(), value);
          longer.add(one);
        }
      }
      product = longer;
    }
    return product.stream().map(Dict::new).toList();
  }

  private Dict extended(Dict own, boolean[] isUsed) {
    SequencedMap<String, Value> extras = new LinkedHashMap<>();
    for (int at = 0; at < includes.size(); at++) {
      SequencedMap<String, Value> wanted = new LinkedHashMap<>();
      SequencedMap<String, Value> more = new LinkedHashMap<>();
      includes
          .get(at)
          .fields()
          .forEach((key, value) -> (own.fields().containsKey(key) ? wanted : more).put(key, value));
      if (ValueMatcher.matches(new Dict(wanted), own)) {
        isUsed[at] = true;
        extras.putAll(more);
      }
    }
    SequencedMap<String, Value> extended = new LinkedHashMap<>(own.fields());
    extended.putAll(extras);
    return new Dict(extended);
  }

  /// Puts the keys of the lists first, in their order, as in every other combination.
  private Dict ordered(Dict include) {
    SequencedMap<String, Value> ordered = new LinkedHashMap<>();
    for (String key : vectors.keySet()) {
      Value value = include.fields().get(key);
      if (value != null) {
        ordered.put(key, value);
      }
    }
    include.fields().forEach(ordered::putIfAbsent);
    return new Dict(ordered);
  }

  private static List<Value> list(String what, Value value) throws TextEvaluationException {
    if (value instanceof Value.Array(var elements)) {
      return elements;
    }
    throw new TextEvaluationException(
        "%s is %s, not a list".formatted(what, TextEvaluator.display(value)));
  }

  private static List<Dict> entries(Dict matrix, String key) throws TextEvaluationException {
    Value value = matrix.fields().get(key);
    if (value == null) {
      return List.of();
    }
    List<Dict> entries = new ArrayList<>();
    for (Value element : list(key, value)) {
      if (!(element instanceof Dict entry) || entry.fields().isEmpty()) {
        throw new TextEvaluationException(
            "%s contains %s, not an object".formatted(key, TextEvaluator.display(element)));
      }
      entries.add(entry);
    }
    return entries;
  }

  private static boolean isKey(String name, String key) {
    return name.equalsIgnoreCase(key);
  }
}
