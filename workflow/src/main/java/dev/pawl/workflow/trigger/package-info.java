/// Events, the matching of events against `on`, and the inputs and contexts that come with them.
///
/// An event or its payload enters; whether it starts a workflow, with the reason, and the `github`
/// context leave. Pure: changed files and commits are given by the caller.
@NullMarked
package dev.pawl.workflow.trigger;

import org.jspecify.annotations.NullMarked;
