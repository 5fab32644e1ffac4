/// Tests of workspaces with real files and users.
@NullMarked
package dev.pawl.agent.workspace;

import org.jspecify.annotations.NullMarked;
