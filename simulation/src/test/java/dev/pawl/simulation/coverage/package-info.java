/// What was ever done, so that what never was can fail the build.
@NullMarked
package dev.pawl.simulation.coverage;

import org.jspecify.annotations.NullMarked;
