/// What the server must not do.
@NullMarked
package dev.pawl.simulation.architecture.offenders.server;

import org.jspecify.annotations.NullMarked;
