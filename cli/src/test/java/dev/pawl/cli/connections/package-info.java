/// Tests of clients that send to a real server what no client should send.
@NullMarked
package dev.pawl.cli.connections;

import org.jspecify.annotations.NullMarked;
