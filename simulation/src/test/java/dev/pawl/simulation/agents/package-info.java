/// Simulated agents: the production session, spool and log window over scripted jobs. Messages
/// leave through the simulated network and enter from it. No real process, clock or file is used.
@NullMarked
package dev.pawl.simulation.agents;

import org.jspecify.annotations.NullMarked;
