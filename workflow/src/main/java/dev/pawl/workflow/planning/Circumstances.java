package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Contexts;
import dev.pawl.workflow.reader.Library;
import java.util.Optional;

/// What a workflow is planned for.
///
/// @param contexts the event, and what else is known before any job has run
/// @param reason why the workflow is started at all, such as the file that a filter let in; empty
///   where nobody asks
/// @param library where the actions are that steps use by their path
public record Circumstances(Contexts contexts, String reason, Library library) {

  /// Nothing is known, and no action is there.
  public static final Circumstances NONE =
      new Circumstances(Contexts.NONE, "", _ -> Optional.empty());
}
