/// Tests of lease ids and of the contexts that a dispatched job gets.
@NullMarked
package dev.pawl.server.agents;

import org.jspecify.annotations.NullMarked;
