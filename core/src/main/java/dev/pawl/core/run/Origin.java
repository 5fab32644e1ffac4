package dev.pawl.core.run;

import dev.pawl.core.identity.Actor;
import java.time.Instant;

/// Where a run comes from. Never changes.
///
/// @param number what people call it: #1, #2, …
/// @param workflow the workflow's name
/// @param file the workflow's file, as it was given
/// @param event what triggered it
/// @param owner the orchestrator whose run it is
/// @param source whose code it is, and which
/// @param lineage which run attempt it is, and of what
public record Origin(
    long number,
    String workflow,
    String file,
    String event,
    Actor startedBy,
    String owner,
    Instant at,
    Source source,
    Lineage lineage) {

  public Origin(
      long number,
      String workflow,
      String file,
      String event,
      Actor startedBy,
      String owner,
      Instant at) {
    this(number, workflow, file, event, startedBy, owner, at, Source.NONE, Lineage.FIRST);
  }

  /// The origin of another attempt at the same.
  public Origin again(Lineage lineage, Instant at) {
    return again(lineage, startedBy, at);
  }

  /// The same, on somebody else's word: who wants it again is who must not approve it.
  public Origin again(Lineage lineage, Actor startedBy, Instant at) {
    return new Origin(number, workflow, file, event, startedBy, owner, at, source, lineage);
  }

  /// Whose code is run.
  ///
  /// @param repository what shares agents fairly, and scopes groups
  /// @param commit empty where nothing is to be reported to a forge
  public record Source(String repository, String commit) {
    public static final Source NONE = new Source("", "");
  }

  /// A run attempt and its automatic retries. A rerun by hand opens a new one.
  ///
  /// @param opened the id of the run that opened it; empty for that run itself
  /// @param attempt which run attempt, from 1; goes on through reruns
  /// @param retries how many automatic retries there have been in this lineage
  public record Lineage(String opened, int attempt, int retries) {
    public static final Lineage FIRST = new Lineage("", 1, 0);
  }
}
