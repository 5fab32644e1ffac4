/// The package `dev.pawl.server.sockets`.
@NullMarked
package dev.pawl.server.sockets;

import org.jspecify.annotations.NullMarked;
