/// Tests of `dev.pawl.server.store.codec`.
@NullMarked
package dev.pawl.server.store.codec;

import org.jspecify.annotations.NullMarked;
