/// Tests of `dev.pawl.core.why`.
@NullMarked
package dev.pawl.core.why;

import org.jspecify.annotations.NullMarked;
