/// Commands in the output, and the files that a step writes to.
@NullMarked
package dev.pawl.agent.commands;

import org.jspecify.annotations.NullMarked;
