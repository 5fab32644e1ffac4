@NullMarked
package dev.pawl.expression;

import org.jspecify.annotations.NullMarked;
