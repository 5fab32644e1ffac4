/// Matrices: the strategy of a job, its combinations and the resulting cells, within a budget. The
/// planner and the engine expand with it; it does not know the jobs that are made for the cells.
@NullMarked
package dev.pawl.core.plan.matrix;

import org.jspecify.annotations.NullMarked;
