/// Decides what a command means, and applies what was decided. The only writer of any state.
@NullMarked
package dev.pawl.core.engine;

import org.jspecify.annotations.NullMarked;
