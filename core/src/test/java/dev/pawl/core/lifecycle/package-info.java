/// Tests of the state machine kernel, of phases and of statuses.
@NullMarked
package dev.pawl.core.lifecycle;

import org.jspecify.annotations.NullMarked;
