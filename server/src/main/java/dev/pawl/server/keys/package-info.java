/// Keys of a server: the ring of keys that its file holds, and which of them the store uses.
///
/// The file's text enters; keys leave, for lease ids and for whatever else is kept secret from the
/// store. The store has fingerprints only.
@NullMarked
package dev.pawl.server.keys;

import org.jspecify.annotations.NullMarked;
