/// The steps of an attempt.
@NullMarked
package dev.pawl.core.step;

import org.jspecify.annotations.NullMarked;
