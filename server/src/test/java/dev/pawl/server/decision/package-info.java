/// Tests of runs whose process is dead.
@NullMarked
package dev.pawl.server.decision;

import org.jspecify.annotations.NullMarked;
