package dev.pawl.server.store;

import dev.pawl.core.command.Effect;
import java.time.Instant;

/// An effect as the store keeps it until it was delivered.
///
/// @param id rises with the order of commits, and of effects in one
/// @param aggregate whose it is: the run's id, or the agent's
/// @param at when it was committed
public record StoredEffect(long id, String aggregate, Effect effect, Instant at) {}
