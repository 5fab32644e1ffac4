package dev.pawl.expression;

/// Counts what one evaluation holds of the texts that it has built, and refuses what would be too
/// much before it is built.
final class Memory {

  private int held;

  int held() {
    return held;
  }

  /// Once a function has given a text, its arguments are garbage.
  void release(int heldBefore, String text) {
    held = heldBefore + bytes(text.length());
  }

  void charge(int length) throws ExpressionError {
    if (length > Limits.MEMORY || bytes(length) > Limits.MEMORY - held) {
      throw exceeded();
    }
    held += bytes(length);
  }

  static ExpressionError exceeded() {
    return new ExpressionError(
        ExpressionError.Kind.EVALUATION, "The maximum allowed memory size was exceeded", 0);
  }

  private static int bytes(int length) {
    return length * Character.BYTES;
  }
}
