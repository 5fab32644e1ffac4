/// Tests of the thread around the session.
@NullMarked
package dev.pawl.agent;

import org.jspecify.annotations.NullMarked;
