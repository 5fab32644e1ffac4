/// What kind of failure it was, by ordered rules over what is known of it.
@NullMarked
package dev.pawl.core.classify;

import org.jspecify.annotations.NullMarked;
