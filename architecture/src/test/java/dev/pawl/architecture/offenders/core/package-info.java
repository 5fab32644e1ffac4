/// What the core must not do.
@NullMarked
package dev.pawl.architecture.offenders.core;

import org.jspecify.annotations.NullMarked;
