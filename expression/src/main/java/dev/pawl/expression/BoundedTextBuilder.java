package dev.pawl.expression;

import dev.pawl.expression.value.Value;

/// A string builder that is limited by a [MemoryBudget].
final class BoundedTextBuilder {

  private final StringBuilder built = new StringBuilder();
  private final MemoryBudget memory;

  BoundedTextBuilder(MemoryBudget memory) {
    this.memory = memory;
  }

  BoundedTextBuilder append(CharSequence text, int from, int to) throws ExpressionError {
    memory.charge(to - from);
    built.append(text, from, to);
    return this;
  }

  BoundedTextBuilder append(String text) throws ExpressionError {
    return append(text, 0, text.length());
  }

  Value text() {
    return new Value.Text(built.toString());
  }
}
