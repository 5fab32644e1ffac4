/// Tests of the connections to the HTTP port that need no server.
@NullMarked
package dev.pawl.server.connections;

import org.jspecify.annotations.NullMarked;
