/// The package `dev.pawl.core.plan.expression`.
@NullMarked
package dev.pawl.core.plan.expression;

import org.jspecify.annotations.NullMarked;
