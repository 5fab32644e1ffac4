/// Workspaces: the directory, environment and process supervision that one job is given, and their
/// removal at its end. A [WorkspaceProvider] takes a dispatch and returns a [JobWorkspace]. Runs no
/// step itself, and knows nothing of the session with the server.
@NullMarked
package dev.pawl.agent.workspace;

import org.jspecify.annotations.NullMarked;
