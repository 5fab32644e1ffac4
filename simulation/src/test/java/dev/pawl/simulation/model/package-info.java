/// The model of lease, retry and cancel, checked by TLC: that it holds, and that it can fail.
@NullMarked
package dev.pawl.simulation.model;

import org.jspecify.annotations.NullMarked;
