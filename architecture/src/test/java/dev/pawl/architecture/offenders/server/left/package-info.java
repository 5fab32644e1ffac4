/// One of two packages that use each other, on purpose.
@NullMarked
package dev.pawl.architecture.offenders.server.left;

import org.jspecify.annotations.NullMarked;
