package dev.pawl.expression;

import java.util.List;

/// A reference to a context, with the names after it as far as they are known without evaluation:
/// `steps.build.outputs[matrix.os]` is `steps` and `build`, `outputs`.
///
/// @param context the context's name in [AllowedNames]
/// @param offset its position in the source, in UTF-16 units
public record Reference(String context, List<String> path, int offset) {
  public Reference {
    path = List.copyOf(path);
  }
}
