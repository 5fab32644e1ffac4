/// Agents, as far as the engine must know them: what they can do, and how much of it they do.
@NullMarked
package dev.pawl.core.agent;

import org.jspecify.annotations.NullMarked;
