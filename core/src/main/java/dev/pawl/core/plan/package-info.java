/// The plan of a run: what the planner leaves, the store keeps and agents receive. Immutable
/// records, ordered everywhere. No state of a run is here, and nothing that is known only while it
/// runs.
@NullMarked
package dev.pawl.core.plan;

import org.jspecify.annotations.NullMarked;
