package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// What a job's token would be allowed.
///
/// @param all the level of every scope: that of `read-all` or `write-all`, otherwise none
/// @param scopes the levels that are named one by one
public record Permissions(Position position, Level all, SequencedMap<String, Level> scopes) {

  /// From less to more.
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
