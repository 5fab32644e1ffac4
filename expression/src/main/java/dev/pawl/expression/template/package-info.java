/// Templates: texts with `${{ … }}` in them, split into segments and evaluated. A text and an
/// environment enter, a value or an error leaves; parsing an expression is the parent package's.
@NullMarked
package dev.pawl.expression.template;

import org.jspecify.annotations.NullMarked;
