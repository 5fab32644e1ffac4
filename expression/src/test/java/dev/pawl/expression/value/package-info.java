/// Tests of values: conversions and JSON.
@NullMarked
package dev.pawl.expression.value;

import org.jspecify.annotations.NullMarked;
