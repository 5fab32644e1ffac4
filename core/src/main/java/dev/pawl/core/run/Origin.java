package dev.pawl.core.run;

import dev.pawl.core.identity.Actor;
import java.time.Instant;

/// The origin of a run. Never changes, except that its commit is found out when its first job
/// starts, if it was started for a ref.
///
/// @param number the run's number for people: #1, #2, …
/// @param workflow the workflow's name
/// @param file the workflow's file, as it was given
/// @param event the event that triggered it
/// @param owner the orchestrator that owns it
/// @param source its repository and commit
/// @param lineage its run attempt
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

  /// The origin of another attempt of the same run.
  public Origin again(Lineage lineage, Instant at) {
    return again(lineage, startedBy, at);
  }

  /// The origin of another attempt that `startedBy` asked for, who then may not approve it.
  public Origin again(Lineage lineage, Actor startedBy, Instant at) {
    return new Origin(number, workflow, file, event, startedBy, owner, at, source, lineage);
  }

  /// The origin of another attempt that another process owns.
  public Origin ownedBy(String owner) {
    return new Origin(number, workflow, file, event, startedBy, owner, at, source, lineage);
  }

  /// The origin with the commit that its ref stood for.
  public Origin of(String commit) {
    return new Origin(
        number,
        workflow,
        file,
        event,
        startedBy,
        owner,
        at,
        new Source(source.repository(), commit),
        lineage);
  }

  /// The code that is run.
  ///
  /// @param repository the repository, by which agents are shared fairly and groups are scoped
  /// @param commit empty if nothing is reported to a forge
  public record Source(String repository, String commit) {
    public static final Source NONE = new Source("", "");
  }

  /// A run attempt and its automatic retries. A rerun opens a new lineage.
  ///
  /// @param opened the id of the run that opened it; empty for that run itself
  /// @param attempt the number of the run attempt, from 1; continues through reruns
  /// @param retries the number of automatic retries in this lineage
  public record Lineage(String opened, int attempt, int retries) {
    public static final Lineage FIRST = new Lineage("", 1, 0);
  }
}
