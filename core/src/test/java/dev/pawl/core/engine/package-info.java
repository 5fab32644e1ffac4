/// Stories of the engine: one behaviour a test, on a virtual clock.
@NullMarked
package dev.pawl.core.engine;

import org.jspecify.annotations.NullMarked;
