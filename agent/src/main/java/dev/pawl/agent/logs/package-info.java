/// The way of a step's output to the server: the pipe that it is printed to, the window of
/// unacknowledged bytes, the frames. Bytes enter, log frames leave through a [LogLink]. Knows
/// nothing of masks and commands, which are applied before.
@NullMarked
package dev.pawl.agent.logs;

import org.jspecify.annotations.NullMarked;
