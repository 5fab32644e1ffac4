package dev.pawl.expression;

import dev.pawl.expression.value.Value;

/// Counts the memory of texts that an evaluation builds, and fails before one that would exceed the
/// limit is built.
public final class MemoryBudget {

  private int held;

  int held() {
    return held;
  }

  /// Releases what was built for a node except its value. What a list or an object still holds
  /// cannot be told, so all of it stays counted.
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
