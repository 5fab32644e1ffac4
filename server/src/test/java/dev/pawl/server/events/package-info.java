/// Tests of the feed of live events.
@NullMarked
package dev.pawl.server.events;

import org.jspecify.annotations.NullMarked;
