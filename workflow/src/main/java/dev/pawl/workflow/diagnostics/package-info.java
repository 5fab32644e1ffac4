/// What is wrong with a file, told as a compiler tells it: where, what, and what to do.
@NullMarked
package dev.pawl.workflow.diagnostics;

import org.jspecify.annotations.NullMarked;
