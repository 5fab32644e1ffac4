package dev.pawl.expression;

import java.util.List;

/// A context that an expression looks into, and the names that follow it as far as they can be told
/// without evaluating: `steps.build.outputs[matrix.os]` is `steps` and `build`, `outputs`.
///
/// @param context by the name that it has in [AllowedNames]
/// @param offset where it stands in the source, in UTF-16 units
public record Reference(String context, List<String> path, int offset) {
  public Reference {
    path = List.copyOf(path);
  }
}
