package dev.pawl.expression.value;

import java.util.AbstractList;
import java.util.List;

/// The elements of a list that a `*` has made: what is looked up in it next is looked up in each of
/// them. Only the evaluator can tell it from any other list.
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
