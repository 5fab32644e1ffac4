/// Turns a [dev.pawl.workflow.model.Workflow] into the plan of a run.
///
/// A workflow and a request with contexts enter; a `core.plan.Plan`, or errors with positions,
/// leave. Pure: it reads no file and runs nothing.
@NullMarked
package dev.pawl.workflow.planning;

import org.jspecify.annotations.NullMarked;
