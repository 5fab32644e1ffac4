package dev.pawl.expression;

/// The limits of an expression and of its evaluation.
public final class ExpressionLimits {

  /// UTF-16 units of an expression.
  static final int LENGTH = 21_000;

  /// Nested groups, calls, lookups and operators.
  static final int DEPTH = 50;

  static final int ARGUMENTS = 255;

  /// Bytes of the texts that one evaluation builds and holds at a time, two for each unit. Values
  /// of contexts are not counted.
  static final int MEMORY = 1 << 20;

  /// UTF-16 units of an evaluated template.
  public static final int TEXT = 10 << 20;

  private ExpressionLimits() {}
}
