/// The server's door: sockets of agents, and requests.
@NullMarked
package dev.pawl.server.http;

import org.jspecify.annotations.NullMarked;
