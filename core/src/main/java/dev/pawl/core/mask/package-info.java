/// Secrets in logs: the forms in which a value may be printed, and the automaton that finds them in
/// a stream of bytes. The agent masks with it; nothing here stores or prints a value.
@NullMarked
package dev.pawl.core.mask;

import org.jspecify.annotations.NullMarked;
