/// Processes: how a job's steps are started, watched and stopped.
@NullMarked
package dev.pawl.agent.exec;

import org.jspecify.annotations.NullMarked;
