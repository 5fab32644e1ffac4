/// Tests of templates.
@NullMarked
package dev.pawl.expression.template;

import org.jspecify.annotations.NullMarked;
