package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.Optional;

/// The name of a value in messages: the keys that lead to it. It is put together only when a
/// message needs it, because most values are valid.
///
/// @param prefix the text before the outermost name
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
