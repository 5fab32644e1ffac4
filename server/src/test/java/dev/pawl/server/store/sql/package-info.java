/// Tests of `dev.pawl.server.store.sql`.
@NullMarked
package dev.pawl.server.store.sql;

import org.jspecify.annotations.NullMarked;
