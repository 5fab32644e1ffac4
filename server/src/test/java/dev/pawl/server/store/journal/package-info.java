/// A journal in memory, for tests that need no database.
@NullMarked
package dev.pawl.server.store.journal;

import org.jspecify.annotations.NullMarked;
