/// The package `dev.pawl.core.event`.
@NullMarked
package dev.pawl.core.event;

import org.jspecify.annotations.NullMarked;
