/// A workflow as its file describes it: checked, immutable and not yet planned.
///
/// The reader builds these records and the planner turns them into a plan. They keep unevaluated
/// texts with their positions, which a plan does not have; policies without expressions are the
/// plan's own records.
@NullMarked
package dev.pawl.workflow.model;

import org.jspecify.annotations.NullMarked;
