/// Tests of the stored forms of plans, events and effects, which must stay readable.
@NullMarked
package dev.pawl.server.store.codec;

import org.jspecify.annotations.NullMarked;
