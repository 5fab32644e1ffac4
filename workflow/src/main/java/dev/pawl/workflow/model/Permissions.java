package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The permissions of a job's token.
///
/// @param all the level of every scope: that of `read-all` or `write-all`, otherwise none
/// @param scopes the levels that are set by name
public record Permissions(Position position, Level all, SequencedMap<String, Level> scopes) {

  /// In ascending order.
  public enum Level {
    NONE,
    READ,
    WRITE
  }

  public Permissions {
    scopes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(scopes));
  }

  public Level of(String scope) {
    return scopes.getOrDefault(scope, all);
  }
}
