/// A run as the engine sees it: its jobs, origin and progress, the contexts of its expressions, and
/// reruns. Immutable, with structures that are cheap to change; only the engine's event applier
/// creates new states. Nothing here decides.
@NullMarked
package dev.pawl.core.run;

import org.jspecify.annotations.NullMarked;
