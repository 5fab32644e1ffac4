/// Contracts of pruning, run on both databases.
@NullMarked
package dev.pawl.server.store.retention;

import org.jspecify.annotations.NullMarked;
