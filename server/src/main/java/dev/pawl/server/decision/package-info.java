/// The package `dev.pawl.server.decision`.
@NullMarked
package dev.pawl.server.decision;

import org.jspecify.annotations.NullMarked;
