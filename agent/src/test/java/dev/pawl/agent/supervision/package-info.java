/// Tests of process supervision, with agents that are killed.
@NullMarked
package dev.pawl.agent.supervision;

import org.jspecify.annotations.NullMarked;
