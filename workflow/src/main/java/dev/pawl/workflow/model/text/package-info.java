/// Texts and values of a file whose expressions are not evaluated yet, with their positions for
/// diagnostics.
///
/// The reader makes them of YAML values; the planner takes their sources or evaluates them. They
/// depend on no other part of the model.
@NullMarked
package dev.pawl.workflow.model.text;

import org.jspecify.annotations.NullMarked;
