/// Tests of `dev.pawl.agent.supervision`.
@NullMarked
package dev.pawl.agent.supervision;

import org.jspecify.annotations.NullMarked;
