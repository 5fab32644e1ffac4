/// The values of the expression language: JSON values, their conversions and comparisons, and their
/// JSON form. Immutable, and independent of expressions.
@NullMarked
package dev.pawl.expression.value;

import org.jspecify.annotations.NullMarked;
