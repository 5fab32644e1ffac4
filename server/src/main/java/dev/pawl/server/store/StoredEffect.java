package dev.pawl.server.store;

import dev.pawl.core.command.Effect;
import java.time.Instant;

/// An undelivered effect in the store.
///
/// @param id rises with the order of commits, and of effects in a commit
/// @param aggregate the id of the run or agent that it belongs to
/// @param at when it was committed
public record StoredEffect(long id, String aggregate, Effect effect, Instant at) {}
