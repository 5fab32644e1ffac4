/// The command loop: decides, commits, and only then tells the world.
@NullMarked
package dev.pawl.server.runtime;

import org.jspecify.annotations.NullMarked;
