/// Concurrency groups: who holds a place, and who waits for one.
@NullMarked
package dev.pawl.core.group;

import org.jspecify.annotations.NullMarked;
