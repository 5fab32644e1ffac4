package dev.pawl.expression.value;

import dev.pawl.expression.value.Value.Text;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The comparison operators. Texts are compared with texts regardless of case, a list or an object
/// only with itself, and everything else by number.
public enum Comparison {
  // spotless:off
  EQUAL("==")            { @Override public boolean holds(Value l, Value r) { return areEqual(l, r); } },
  UNEQUAL("!=")          { @Override public boolean holds(Value l, Value r) { return !areEqual(l, r); } },
  LESS("<")              { @Override public boolean holds(Value l, Value r) { return isLess(l, r); } },
  LESS_OR_EQUAL("<=")    { @Override public boolean holds(Value l, Value r) { return isLess(l, r) || areEqual(l, r); } },
  GREATER(">")           { @Override public boolean holds(Value l, Value r) { return isLess(r, l); } },
  GREATER_OR_EQUAL(">=") { @Override public boolean holds(Value l, Value r) { return isLess(r, l) || areEqual(l, r); } };
  // spotless:on

  private static final Map<String, Comparison> BY_SYMBOL =
      Arrays.stream(values()).collect(Collectors.toMap(Comparison::symbol, each -> each));

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  public static Optional<Comparison> of(String symbol) {
    return Optional.ofNullable(BY_SYMBOL.get(symbol));
  }

  public String symbol() {
    return symbol;
  }

  /// Whether it is `==` or `!=`; the others bind more tightly.
  public boolean isOfEquality() {
    return this == EQUAL || this == UNEQUAL;
  }

  public abstract boolean holds(Value left, Value right);

  @SuppressWarnings("ReferenceEquality") // the language compares objects by identity
  public static boolean areEqual(Value left, Value right) {
    if (left instanceof Text(String l) && right instanceof Text(String r)) {
      return CaseFold.fold(l).equals(CaseFold.fold(r));
    }
    boolean bothPrimitive = left.isPrimitive() && right.isPrimitive();
    return bothPrimitive ? left.number() == right.number() : left == right;
  }

  private static boolean isLess(Value left, Value right) {
    if (left instanceof Text(String l) && right instanceof Text(String r)) {
      return CaseFold.fold(l).compareTo(CaseFold.fold(r)) < 0;
    }
    // A list or an object is NaN here, for which every comparison is false.
    return left.number() < right.number();
  }
}
