/// The generator of the lifecycles page, and tests of the renderings.
@NullMarked
package dev.pawl.core.lifecycle.render;

import org.jspecify.annotations.NullMarked;
