/// What must not be seen, in whatever way it is written, and how it is found in a stream of bytes.
@NullMarked
package dev.pawl.core.mask;

import org.jspecify.annotations.NullMarked;
