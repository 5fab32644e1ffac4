package dev.pawl.architecture.offenders.server.left;

import dev.pawl.architecture.offenders.server.right.UsesTheLeft;

/// Half of a cycle between packages.
public record UsesTheRight(UsesTheLeft other) {}
