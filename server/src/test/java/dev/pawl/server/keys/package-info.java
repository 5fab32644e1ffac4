/// Tests of key files and of the keys that a store uses.
@NullMarked
package dev.pawl.server.keys;

import org.jspecify.annotations.NullMarked;
