/// Stories of circuit breakers.
@NullMarked
package dev.pawl.core.breaker;

import org.jspecify.annotations.NullMarked;
