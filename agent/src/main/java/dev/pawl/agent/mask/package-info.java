/// What must not be seen in a log, and how it is kept out of it.
@NullMarked
package dev.pawl.agent.mask;

import org.jspecify.annotations.NullMarked;
