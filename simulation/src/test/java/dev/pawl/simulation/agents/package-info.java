/// Simulated agents: the production session over scripted executions.
@NullMarked
package dev.pawl.simulation.agents;

import org.jspecify.annotations.NullMarked;
