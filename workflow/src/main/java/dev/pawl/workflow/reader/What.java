package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Printable;
import java.util.Optional;

/// How a message names a value: by the keys that lead to it. Nothing is put together before it is
/// asked for: most values are never told about.
///
/// @param prefix of the outermost, what stands before its name
record What(Optional<What> outer, String prefix, String name, boolean isItem) {

  static What of(String prefix, String name) {
    return new What(Optional.empty(), prefix, name, false);
  }

  What item() {
    return new What(outer, prefix, name, true);
  }

  What entry(String inner) {
    return new What(Optional.of(this), "", inner, false);
  }

  private String label() {
    return outer.map(What::label).map(label -> label + ".").orElse(prefix) + name;
  }

  @Override
  public String toString() {
    return (isItem ? "each item of " : "") + Printable.quoted(label());
  }
}
