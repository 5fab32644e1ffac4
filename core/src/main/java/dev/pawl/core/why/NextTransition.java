package dev.pawl.core.why;

import java.time.Instant;

/// The next transition by time alone, unless somebody acts before.
///
/// @param event the event of the row
public record NextTransition(String event, Instant at) {}
