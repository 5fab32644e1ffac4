/// Tests of matrices and their cells.
@NullMarked
package dev.pawl.core.plan.matrix;

import org.jspecify.annotations.NullMarked;
