/// Tests of the agents' WebSockets with a raw client, and of the limits on what agents send.
@NullMarked
package dev.pawl.server.sockets;

import org.jspecify.annotations.NullMarked;
