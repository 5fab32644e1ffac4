/// From what a file says to what a run will do.
@NullMarked
package dev.pawl.workflow.planning;

import org.jspecify.annotations.NullMarked;
