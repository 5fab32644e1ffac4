/// The section `on` of a workflow: events with filters, schedules, and the inputs of dispatches and
/// calls.
///
/// The reader builds these records; `workflow.trigger` matches events against them.
@NullMarked
package dev.pawl.workflow.model.trigger;

import org.jspecify.annotations.NullMarked;
