/// Tests of the output pipe and of the window of unacknowledged log bytes.
@NullMarked
package dev.pawl.agent.logs;

import org.jspecify.annotations.NullMarked;
