/// What expressions see on the agent.
@NullMarked
package dev.pawl.agent.contexts;

import org.jspecify.annotations.NullMarked;
