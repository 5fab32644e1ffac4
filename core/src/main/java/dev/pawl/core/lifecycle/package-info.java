/// The kernel and the five tables: which states there are, and which event takes which to which.
@NullMarked
package dev.pawl.core.lifecycle;

import org.jspecify.annotations.NullMarked;
