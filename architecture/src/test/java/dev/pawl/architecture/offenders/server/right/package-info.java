/// One of two packages that use each other, on purpose.
@NullMarked
package dev.pawl.architecture.offenders.server.right;

import org.jspecify.annotations.NullMarked;
