package dev.pawl.expression;

/// A text in the making that grows no further than there is [Memory] for it.
final class Building {

  private final StringBuilder built = new StringBuilder();
  private final Memory memory;

  Building(Memory memory) {
    this.memory = memory;
  }

  Building append(CharSequence text, int from, int to) throws ExpressionError {
    memory.charge(to - from);
    built.append(text, from, to);
    return this;
  }

  Building append(String text) throws ExpressionError {
    return append(text, 0, text.length());
  }

  Value text() {
    return new Value.Text(built.toString());
  }
}
