/// Tests of the choice of the next job and agent: labels, slots, fair share and groups.
@NullMarked
package dev.pawl.server.dispatch;

import org.jspecify.annotations.NullMarked;
