package dev.pawl.server.store;

import dev.pawl.core.identity.RunId;
import java.time.Instant;

/// An open run about which nothing is decided any more, until it is ended by force or released: a
/// decision about it has failed, or its journal is corrupt.
///
/// @param reason in words for people
/// @param orchestrator the one that has quarantined it
public record QuarantinedRun(RunId run, String reason, Instant since, String orchestrator) {}
