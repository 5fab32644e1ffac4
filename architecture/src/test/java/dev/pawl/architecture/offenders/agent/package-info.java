/// What the agent must not do.
@NullMarked
package dev.pawl.architecture.offenders.agent;

import org.jspecify.annotations.NullMarked;
