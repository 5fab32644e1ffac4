/// The package `dev.pawl.server.api`.
@NullMarked
package dev.pawl.server.api;

import org.jspecify.annotations.NullMarked;
