/// Live events: what commits have changed, for clients that follow.
///
/// Entries of journals are read once, after they are committed, and rendered once for all
/// followers; each follower has a cursor and goes on after it, here or at another server. Nothing
/// here writes.
@NullMarked
package dev.pawl.server.events;

import org.jspecify.annotations.NullMarked;
