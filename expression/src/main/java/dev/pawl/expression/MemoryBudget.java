package dev.pawl.expression;

import dev.pawl.expression.value.Value;

/// Counts what one evaluation holds of the texts that it has built, and refuses what would be too
/// much before it is built.
public final class MemoryBudget {

  private int held;

  int held() {
    return held;
  }

  /// Once a node has its value, all that was built for it is garbage but the value itself. What a
  /// list or an object still holds of it cannot be told: all of it.
  void settle(int heldBefore, Value value) {
    if (held > heldBefore && value.isPrimitive()) {
      int kept = value instanceof Value.Text(String text) ? bytes(text.length()) : 0;
      held = Math.min(held, heldBefore + kept);
    }
  }

  void charge(int length) throws ExpressionError {
    if (length > ExpressionLimits.MEMORY || bytes(length) > ExpressionLimits.MEMORY - held) {
      throw exceeded();
    }
    held += bytes(length);
  }

  public static ExpressionError exceeded() {
    return new ExpressionError(
        ExpressionError.Kind.EVALUATION, "The maximum allowed memory size was exceeded", 0);
  }

  private static int bytes(int length) {
    return length * Character.BYTES;
  }
}
