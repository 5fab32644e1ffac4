/// Tests of single steps with real processes.
@NullMarked
package dev.pawl.agent.steps;

import org.jspecify.annotations.NullMarked;
