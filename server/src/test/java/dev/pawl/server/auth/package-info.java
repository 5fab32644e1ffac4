/// Tests of tokens.
@NullMarked
package dev.pawl.server.auth;

import org.jspecify.annotations.NullMarked;
