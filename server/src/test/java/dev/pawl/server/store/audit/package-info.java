/// Support for tests that look into a store.
@NullMarked
package dev.pawl.server.store.audit;

import org.jspecify.annotations.NullMarked;
