/// The package `dev.pawl.server`.
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
