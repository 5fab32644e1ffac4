/// Tests of plans, each from the text of a file.
@NullMarked
package dev.pawl.workflow.planning;

import org.jspecify.annotations.NullMarked;
