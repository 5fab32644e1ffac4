/// The rules of the architecture, and proof that each of them can be broken.
@NullMarked
package dev.pawl.architecture;

import org.jspecify.annotations.NullMarked;
