/// Real processes, and what they find.
@NullMarked
package dev.pawl.agent.process;

import org.jspecify.annotations.NullMarked;
