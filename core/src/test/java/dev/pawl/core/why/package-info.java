/// Stories of explanations: why something waits, and what happens next.
@NullMarked
package dev.pawl.core.why;

import org.jspecify.annotations.NullMarked;
