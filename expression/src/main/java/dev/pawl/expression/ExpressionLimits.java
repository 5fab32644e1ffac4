package dev.pawl.expression;

/// How much an expression may be and make.
public final class ExpressionLimits {

  /// UTF-16 units of an expression.
  static final int LENGTH = 21_000;

  /// Groups, calls, lookups and operators within each other.
  static final int DEPTH = 50;

  static final int ARGUMENTS = 255;

  /// Bytes of the texts that one evaluation builds and holds at a time, two for each unit. What it
  /// finds in its contexts is not counted: it is there already.
  static final int MEMORY = 1 << 20;

  /// UTF-16 units of what a text with expressions in it becomes.
  public static final int TEXT = 10 << 20;

  private ExpressionLimits() {}
}
