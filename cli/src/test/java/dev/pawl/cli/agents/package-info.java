/// A real server and real agents, and everything that can go wrong between them.
@NullMarked
package dev.pawl.cli.agents;

import org.jspecify.annotations.NullMarked;
