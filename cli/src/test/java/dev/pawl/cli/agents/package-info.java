/// End-to-end tests of the packaged jar as a server with agents. Each test has its own server,
/// agents and directory.
@NullMarked
package dev.pawl.cli.agents;

import org.jspecify.annotations.NullMarked;
