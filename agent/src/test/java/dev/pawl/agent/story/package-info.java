/// Tests of `dev.pawl.agent.story`.
@NullMarked
package dev.pawl.agent.story;

import org.jspecify.annotations.NullMarked;
