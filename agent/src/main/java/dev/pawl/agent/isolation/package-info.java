/// The isolation of the jobs of one agent: the slots that they run in, and the users of the slots.
/// Knows processes and users, but neither steps nor workspaces.
@NullMarked
package dev.pawl.agent.isolation;

import org.jspecify.annotations.NullMarked;
