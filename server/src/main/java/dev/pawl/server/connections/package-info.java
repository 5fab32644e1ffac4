/// TCP connections of the HTTP port: how many there may be, how long they may take, and where each
/// request ends.
///
/// Bytes enter from the network and are checked here before the web server's parser gets them. What
/// is ambiguous, late or too much ends the connection. Nothing here knows a route.
@NullMarked
package dev.pawl.server.connections;

import org.jspecify.annotations.NullMarked;
