package dev.pawl.core.event;

import dev.pawl.core.identity.LeaseRef;

/// A live lease of a run that no attempt of the run explains, as the rows of a store have them. It
/// still takes a slot of its agent.
public record StrayLease(LeaseRef lease, String agent) {}
