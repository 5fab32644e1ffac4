/// Tests of `dev.pawl.expression.value`.
@NullMarked
package dev.pawl.expression.value;

import org.jspecify.annotations.NullMarked;
