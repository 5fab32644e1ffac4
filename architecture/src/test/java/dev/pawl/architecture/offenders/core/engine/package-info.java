/// The one place that may write a state: it keeps every rule.
@NullMarked
package dev.pawl.architecture.offenders.core.engine;

import org.jspecify.annotations.NullMarked;
