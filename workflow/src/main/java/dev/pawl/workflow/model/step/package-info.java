/// Steps of jobs and composite actions, and the actions that they use.
///
/// The reader builds these records; the planner expands them to planned steps. They know texts and
/// positions, and nothing of the job around them.
@NullMarked
package dev.pawl.workflow.model.step;

import org.jspecify.annotations.NullMarked;
