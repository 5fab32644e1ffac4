/// What the expressions of a step see on the agent, and what they make of it.
@NullMarked
package dev.pawl.agent.contexts;

import org.jspecify.annotations.NullMarked;
