/// Attempts: one try at one job, with its lease and its steps. Immutable records that only the
/// engine's event applier creates and changes.
@NullMarked
package dev.pawl.core.attempt;

import org.jspecify.annotations.NullMarked;
