package dev.pawl.architecture.offenders.server.right;

import dev.pawl.architecture.offenders.server.left.UsesTheRight;

/// The other half of a cycle between packages.
public record UsesTheLeft(UsesTheRight other) {}
