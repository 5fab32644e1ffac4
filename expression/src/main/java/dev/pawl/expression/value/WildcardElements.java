package dev.pawl.expression.value;

import java.util.AbstractList;
import java.util.List;

/// The elements of a list that `*` produced: a lookup in it is a lookup in each element. Only the
/// evaluator tells it apart from other lists.
public final class WildcardElements extends AbstractList<Value> {

  private final List<Value> elements;

  public WildcardElements(List<Value> elements) {
    this.elements = List.copyOf(elements);
  }

  @Override
  public Value get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
