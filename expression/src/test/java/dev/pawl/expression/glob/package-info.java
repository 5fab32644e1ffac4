/// Tests of glob patterns and their character sets.
@NullMarked
package dev.pawl.expression.glob;

import org.jspecify.annotations.NullMarked;
