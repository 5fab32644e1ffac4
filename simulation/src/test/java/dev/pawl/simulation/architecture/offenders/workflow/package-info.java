/// What the workflow language must not do.
@NullMarked
package dev.pawl.simulation.architecture.offenders.workflow;

import org.jspecify.annotations.NullMarked;
