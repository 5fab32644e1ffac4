package dev.pawl.server.decision;

import dev.pawl.core.identity.RunId;

/// A run that an orchestrator has quarantined.
///
/// @param reason in words for people
public record QuarantinedRun(RunId run, String reason) {}
