/// Circuit breakers of tools, and the profiles that configure them. The engine's events change
/// them; nothing here looks at a process or a clock.
@NullMarked
package dev.pawl.core.breaker;

import org.jspecify.annotations.NullMarked;
