/// What the protocol must not do.
@NullMarked
package dev.pawl.architecture.offenders.protocol;

import org.jspecify.annotations.NullMarked;
