/// The package `dev.pawl.core.identity`.
@NullMarked
package dev.pawl.core.identity;

import org.jspecify.annotations.NullMarked;
