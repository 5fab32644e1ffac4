/// A record that carries a state.
@NullMarked
package dev.pawl.architecture.offenders.core.run;

import org.jspecify.annotations.NullMarked;
