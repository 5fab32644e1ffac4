/// Circuit breakers: whether a tool may be used now.
@NullMarked
package dev.pawl.core.breaker;

import org.jspecify.annotations.NullMarked;
