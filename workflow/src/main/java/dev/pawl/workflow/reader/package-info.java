/// Reads the tree of a file as a workflow, and tells all that is wrong with it.
@NullMarked
package dev.pawl.workflow.reader;

import org.jspecify.annotations.NullMarked;
