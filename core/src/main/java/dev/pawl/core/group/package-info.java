/// Concurrency groups: their members, holders and queue. The engine's events change them; which
/// runs to cancel is the engine's decision and not made here.
@NullMarked
package dev.pawl.core.group;

import org.jspecify.annotations.NullMarked;
