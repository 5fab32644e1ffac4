package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;

/// A job of a [Workflow].
///
/// @param position where its id stands
/// @param condition a bare expression
/// @param permissions its own, not the workflow's
public record Job(
    Position position,
    String id,
    Optional<Text> name,
    List<Need> needs,
    Optional<Text> condition,
    Optional<Permissions> permissions,
    Optional<Concurrency> concurrency,
    Optional<Strategy> strategy,
    Work work) {

  public Job {
    needs = List.copyOf(needs);
  }
}
