/// What the expression language must not do.
@NullMarked
package dev.pawl.architecture.offenders.expression;

import org.jspecify.annotations.NullMarked;
