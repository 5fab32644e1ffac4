/// Tests of `dev.pawl.core.breaker`.
@NullMarked
package dev.pawl.core.breaker;

import org.jspecify.annotations.NullMarked;
