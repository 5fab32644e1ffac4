/// The package `dev.pawl.expression.template`.
@NullMarked
package dev.pawl.expression.template;

import org.jspecify.annotations.NullMarked;
