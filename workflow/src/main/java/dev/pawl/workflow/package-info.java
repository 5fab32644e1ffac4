/// The workflow language: the entry points that read a file and plan a run.
///
/// Bytes and a plan request enter; a workflow or diagnostics, and then a plan, leave. Nothing in
/// this module touches the file system, the network or the clock.
@NullMarked
package dev.pawl.workflow;

import org.jspecify.annotations.NullMarked;
