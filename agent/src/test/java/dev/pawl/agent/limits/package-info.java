/// Tests of the limits of jobs.
@NullMarked
package dev.pawl.agent.limits;

import org.jspecify.annotations.NullMarked;
