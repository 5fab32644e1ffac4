/// Tests of `dev.pawl.core.plan.matrix`.
@NullMarked
package dev.pawl.core.plan.matrix;

import org.jspecify.annotations.NullMarked;
