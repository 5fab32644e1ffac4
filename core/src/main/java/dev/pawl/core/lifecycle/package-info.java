/// State machines: the kernel, and the five tables of run, attempt, step, lease and breaker with
/// their states, events and reasons. The engine and the agent ask them; they know nothing of
/// either, and hold no data beside the state.
@NullMarked
package dev.pawl.core.lifecycle;

import org.jspecify.annotations.NullMarked;
