/// Tests of `dev.pawl.server.store.journal`.
@NullMarked
package dev.pawl.server.store.journal;

import org.jspecify.annotations.NullMarked;
