/// Tests of expressions: tokens, grammar, functions, limits and published cases.
@NullMarked
package dev.pawl.expression;

import org.jspecify.annotations.NullMarked;
