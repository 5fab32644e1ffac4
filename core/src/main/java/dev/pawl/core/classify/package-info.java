/// Classifies failures by ordered rules over exit code, signal and the end of the log. Server and
/// agent both use it; it looks at nothing but the facts that it is given.
@NullMarked
package dev.pawl.core.classify;

import org.jspecify.annotations.NullMarked;
