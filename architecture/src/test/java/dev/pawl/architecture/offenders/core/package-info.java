/// Classes in the place of this module that break its rules on purpose.
@NullMarked
package dev.pawl.architecture.offenders.core;

import org.jspecify.annotations.NullMarked;
