/// Finds, reads and plans the workflows of a project for an event. Paths and event options come in;
/// a plan, a reason not to run, or diagnostics come out. Nothing here starts a run.
@NullMarked
package dev.pawl.cli.workflows;

import org.jspecify.annotations.NullMarked;
