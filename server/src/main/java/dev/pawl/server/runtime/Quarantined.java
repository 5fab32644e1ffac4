package dev.pawl.server.runtime;

import dev.pawl.core.run.RunId;

/// A run that an orchestrator leaves alone, and why.
///
/// @param why in words for people
public record Quarantined(RunId run, String why) {}
