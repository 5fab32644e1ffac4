/// Requests to a server's API, and what they need: the address of the server, the token, and the
/// user's configuration file that has both. It prints nothing; what fails is an exception with a
/// message for people and an exit code.
@NullMarked
package dev.pawl.cli.client;

import org.jspecify.annotations.NullMarked;
