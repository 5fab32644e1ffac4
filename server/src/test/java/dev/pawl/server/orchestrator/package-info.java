/// Tests of the command loop and its service: agents that connect and leave, commits that fail,
/// several orchestrators, quarantine. Most use a cluster on a virtual clock and a scripted store.
@NullMarked
package dev.pawl.server.orchestrator;

import org.jspecify.annotations.NullMarked;
