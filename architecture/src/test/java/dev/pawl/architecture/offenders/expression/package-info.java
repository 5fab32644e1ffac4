/// Classes in the place of this module that break its rules on purpose.
@NullMarked
package dev.pawl.architecture.offenders.expression;

import org.jspecify.annotations.NullMarked;
