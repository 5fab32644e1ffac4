/// Everything that the rules forbid, done on purpose, each below the module that must not.
@NullMarked
package dev.pawl.simulation.architecture.offenders;

import org.jspecify.annotations.NullMarked;
