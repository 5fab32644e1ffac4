/// The messages on the wire.
@NullMarked
package dev.pawl.protocol;

import org.jspecify.annotations.NullMarked;
