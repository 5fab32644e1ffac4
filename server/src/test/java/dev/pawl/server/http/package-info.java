/// The server's door, tried by real sockets.
@NullMarked
package dev.pawl.server.http;

import org.jspecify.annotations.NullMarked;
