/// The package `dev.pawl.agent.workspace`.
@NullMarked
package dev.pawl.agent.workspace;

import org.jspecify.annotations.NullMarked;
