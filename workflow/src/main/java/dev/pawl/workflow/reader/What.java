package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Printable;

/// How a message names a value: by the keys that lead to it.
record What(String label, boolean isItem) {

  static What of(String label) {
    return new What(label, false);
  }

  What item() {
    return new What(label, true);
  }

  What entry(String name) {
    return of(label + "." + name);
  }

  @Override
  public String toString() {
    return (isItem ? "each item of " : "") + Printable.quoted(label);
  }
}
