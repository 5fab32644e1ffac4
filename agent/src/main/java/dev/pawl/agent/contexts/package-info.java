/// The contexts that expressions see on the agent, and their evaluation. Contexts of the dispatch
/// and results of steps enter; texts, flags and timeouts leave. Reads files of the workspace for
/// `hashFiles`, and starts nothing.
@NullMarked
package dev.pawl.agent.contexts;

import org.jspecify.annotations.NullMarked;
