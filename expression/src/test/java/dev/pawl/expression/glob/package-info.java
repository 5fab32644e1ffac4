@NullMarked
package dev.pawl.expression.glob;

import org.jspecify.annotations.NullMarked;
