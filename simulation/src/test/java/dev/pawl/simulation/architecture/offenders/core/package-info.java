/// What the core must not do.
@NullMarked
package dev.pawl.simulation.architecture.offenders.core;

import org.jspecify.annotations.NullMarked;
