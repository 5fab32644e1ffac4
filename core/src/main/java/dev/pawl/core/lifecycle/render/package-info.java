/// Renders the state machines as text, JSON and diagrams, for `pawl lifecycle` and the
/// documentation. It reads the tables and nothing else.
@NullMarked
package dev.pawl.core.lifecycle.render;

import org.jspecify.annotations.NullMarked;
