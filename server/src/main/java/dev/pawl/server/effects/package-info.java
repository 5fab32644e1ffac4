/// Effects on their way to receivers: messages to agents, commands to other runs, plans, reports.
///
/// Committed effects enter, from this orchestrator or read from the store; they leave as messages
/// and calls of [Forge] and [RunPlanner], at least once. Nothing is delivered before its commit.
@NullMarked
package dev.pawl.server.effects;

import org.jspecify.annotations.NullMarked;
