package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.Optional;

/// How a message names a value: by the keys that lead to it. Nothing is put together before it is
/// asked for: most values are never told about.
///
/// @param prefix of the outermost, what stands before its name
public record ValueLabel(Optional<ValueLabel> outer, String prefix, String name, boolean isItem) {

  public static ValueLabel of(String prefix, String name) {
    return new ValueLabel(Optional.empty(), prefix, name, false);
  }

  ValueLabel item() {
    return new ValueLabel(outer, prefix, name, true);
  }

  ValueLabel entry(String inner) {
    return new ValueLabel(Optional.of(this), "", inner, false);
  }

  private String label() {
    return outer.map(ValueLabel::label).map(label -> label + ".").orElse(prefix) + name;
  }

  @Override
  public String toString() {
    return (isItem ? "each item of " : "") + PrintableText.quoted(label());
  }
}
