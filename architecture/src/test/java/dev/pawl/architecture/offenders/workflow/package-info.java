/// What the workflow language must not do.
@NullMarked
package dev.pawl.architecture.offenders.workflow;

import org.jspecify.annotations.NullMarked;
