/// The package `dev.pawl.server.store.jdbc`.
@NullMarked
package dev.pawl.server.store.jdbc;

import org.jspecify.annotations.NullMarked;
