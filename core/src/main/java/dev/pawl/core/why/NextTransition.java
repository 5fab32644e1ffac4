package dev.pawl.core.why;

import java.time.Instant;

/// What happens by itself, and when, unless somebody acts before.
///
/// @param event the row that is taken then
public record NextTransition(String event, Instant at) {}
