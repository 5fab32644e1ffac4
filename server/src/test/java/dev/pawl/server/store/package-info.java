/// The contract of a store, in parts, and a store in memory that fulfils it.
@NullMarked
package dev.pawl.server.store;

import org.jspecify.annotations.NullMarked;
