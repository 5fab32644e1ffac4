/// Tests of `dev.pawl.server.store.retention`.
@NullMarked
package dev.pawl.server.store.retention;

import org.jspecify.annotations.NullMarked;
