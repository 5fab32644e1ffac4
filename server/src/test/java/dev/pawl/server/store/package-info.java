/// The store contract, and what is particular to SQLite.
@NullMarked
package dev.pawl.server.store;

import org.jspecify.annotations.NullMarked;
