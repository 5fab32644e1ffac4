/// A run as the engine sees it: immutable, and small to change.
@NullMarked
package dev.pawl.core.run;

import org.jspecify.annotations.NullMarked;
