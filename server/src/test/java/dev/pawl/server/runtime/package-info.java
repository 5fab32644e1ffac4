/// The command loop, turned by hand.
@NullMarked
package dev.pawl.server.runtime;

import org.jspecify.annotations.NullMarked;
