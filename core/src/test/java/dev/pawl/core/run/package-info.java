/// Stories of reruns, and tests of the persistent vector.
@NullMarked
package dev.pawl.core.run;

import org.jspecify.annotations.NullMarked;
