/// What must not be seen in a log.
@NullMarked
package dev.pawl.agent.mask;

import org.jspecify.annotations.NullMarked;
