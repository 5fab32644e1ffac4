/// Deliberate defects, one at a time, in the engine, the store, the journal, replies, executions
/// and disks. The simulator must find each. Production code knows nothing of them.
@NullMarked
package dev.pawl.simulation.mutants;

import org.jspecify.annotations.NullMarked;
