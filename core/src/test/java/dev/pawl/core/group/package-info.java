/// Stories of concurrency groups: places, queues, superseding and deadlocks.
@NullMarked
package dev.pawl.core.group;

import org.jspecify.annotations.NullMarked;
