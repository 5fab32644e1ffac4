/// Stories of what files are planned to be.
@NullMarked
package dev.pawl.workflow.planning;

import org.jspecify.annotations.NullMarked;
