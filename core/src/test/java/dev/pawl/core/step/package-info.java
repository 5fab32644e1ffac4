/// How steps are shown.
@NullMarked
package dev.pawl.core.step;

import org.jspecify.annotations.NullMarked;
