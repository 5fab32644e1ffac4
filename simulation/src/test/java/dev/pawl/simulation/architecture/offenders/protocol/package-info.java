/// What the protocol must not do.
@NullMarked
package dev.pawl.simulation.architecture.offenders.protocol;

import org.jspecify.annotations.NullMarked;
