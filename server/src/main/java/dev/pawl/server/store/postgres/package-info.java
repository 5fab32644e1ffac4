/// The package `dev.pawl.server.store.postgres`.
@NullMarked
package dev.pawl.server.store.postgres;

import org.jspecify.annotations.NullMarked;
