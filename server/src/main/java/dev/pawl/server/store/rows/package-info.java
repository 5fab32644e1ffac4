/// The package `dev.pawl.server.store.rows`.
@NullMarked
package dev.pawl.server.store.rows;

import org.jspecify.annotations.NullMarked;
