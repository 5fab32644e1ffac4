/// Tests of `dev.pawl.core.group`.
@NullMarked
package dev.pawl.core.group;

import org.jspecify.annotations.NullMarked;
