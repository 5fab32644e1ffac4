/// Tests with real processes.
@NullMarked
package dev.pawl.agent.process;

import org.jspecify.annotations.NullMarked;
