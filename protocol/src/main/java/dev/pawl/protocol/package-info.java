/// What server and agent say to each other: one sealed family of messages, and their codec.
@NullMarked
package dev.pawl.protocol;

import org.jspecify.annotations.NullMarked;
