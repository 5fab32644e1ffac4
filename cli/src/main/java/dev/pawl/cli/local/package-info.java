/// Pawl on one machine: orchestrator and agent in one process, state in `.pawl/`.
@NullMarked
package dev.pawl.cli.local;

import org.jspecify.annotations.NullMarked;
