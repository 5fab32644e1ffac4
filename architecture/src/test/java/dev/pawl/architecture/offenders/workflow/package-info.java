/// Classes in the place of this module that break its rules on purpose.
@NullMarked
package dev.pawl.architecture.offenders.workflow;

import org.jspecify.annotations.NullMarked;
