/// Processes of this machine: how one is started, how it ended, whose it is and what holds it.
@NullMarked
package dev.pawl.agent.process;

import org.jspecify.annotations.NullMarked;
