/// The right of one agent to execute one attempt.
@NullMarked
package dev.pawl.core.lease;

import org.jspecify.annotations.NullMarked;
