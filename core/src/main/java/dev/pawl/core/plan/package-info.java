/// What a run will do, as the planner leaves it: immutable data, ordered everywhere.
@NullMarked
package dev.pawl.core.plan;

import org.jspecify.annotations.NullMarked;
