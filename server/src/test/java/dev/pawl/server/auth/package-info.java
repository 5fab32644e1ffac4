/// Who may connect, tried.
@NullMarked
package dev.pawl.server.auth;

import org.jspecify.annotations.NullMarked;
