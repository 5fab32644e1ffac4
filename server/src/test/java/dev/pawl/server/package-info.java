/// Fixtures that the server's tests share: plans, stores, agents, and orchestrators that are turned
/// by hand.
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
