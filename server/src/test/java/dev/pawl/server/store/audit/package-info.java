/// Tests of `dev.pawl.server.store.audit`.
@NullMarked
package dev.pawl.server.store.audit;

import org.jspecify.annotations.NullMarked;
