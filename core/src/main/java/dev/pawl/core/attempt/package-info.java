/// One try at one job.
@NullMarked
package dev.pawl.core.attempt;

import org.jspecify.annotations.NullMarked;
