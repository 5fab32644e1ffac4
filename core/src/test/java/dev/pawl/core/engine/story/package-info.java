/// The vocabulary of the engine's stories: a world with a virtual clock, agents, plans and
/// assertions.
@NullMarked
package dev.pawl.core.engine.story;

import org.jspecify.annotations.NullMarked;
