/// Tests of `dev.pawl.server.store.sqlite`.
@NullMarked
package dev.pawl.server.store.sqlite;

import org.jspecify.annotations.NullMarked;
