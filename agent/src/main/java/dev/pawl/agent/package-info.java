/// The agent's edge: the threads around its session.
@NullMarked
package dev.pawl.agent;

import org.jspecify.annotations.NullMarked;
