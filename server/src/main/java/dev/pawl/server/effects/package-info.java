/// The package `dev.pawl.server.effects`.
@NullMarked
package dev.pawl.server.effects;

import org.jspecify.annotations.NullMarked;
