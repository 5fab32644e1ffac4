/// What people and workflows do.
@NullMarked
package dev.pawl.simulation.workload;

import org.jspecify.annotations.NullMarked;
