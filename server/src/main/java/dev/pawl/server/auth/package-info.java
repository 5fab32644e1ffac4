/// Who may connect: tokens, of which only hashes are kept.
@NullMarked
package dev.pawl.server.auth;

import org.jspecify.annotations.NullMarked;
