/// The agent's spool as a file: records are appended, read again after a restart, and compacted.
/// Only the agent's user can read it, and only one process at a time uses it. Knows the records of
/// the session, and nothing of what they mean.
@NullMarked
package dev.pawl.agent.spool;

import org.jspecify.annotations.NullMarked;
