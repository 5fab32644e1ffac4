/// Examples of failures, and what becomes of them.
@NullMarked
package dev.pawl.core.classify;

import org.jspecify.annotations.NullMarked;
