/// Stories of step reports, and tests of step names.
@NullMarked
package dev.pawl.core.step;

import org.jspecify.annotations.NullMarked;
