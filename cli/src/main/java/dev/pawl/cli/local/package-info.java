/// Runs workflows on one machine: orchestrator and agent in one process, state in `.pawl/`. A plan
/// goes in; the changes of the run and its end come out. It does not use the network and does not
/// print.
@NullMarked
package dev.pawl.cli.local;

import org.jspecify.annotations.NullMarked;
