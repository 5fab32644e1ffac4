/// Tokens of agents and people: issued, authenticated, exchanged, revoked.
///
/// The text of a token enters and is compared with a stored hash; only a new token leaves as text.
/// Sockets and HTTP are not known here.
@NullMarked
package dev.pawl.server.auth;

import org.jspecify.annotations.NullMarked;
