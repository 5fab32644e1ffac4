/// What outlives the agent, in a file.
@NullMarked
package dev.pawl.agent.spool;

import org.jspecify.annotations.NullMarked;
