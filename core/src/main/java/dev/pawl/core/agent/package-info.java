/// Agents as the engine knows them: labels, slots, availability and leases. The engine's events
/// change them; connections and authentication are the server's and are not known here.
@NullMarked
package dev.pawl.core.agent;

import org.jspecify.annotations.NullMarked;
