/// Tests of the first workflow, completion, and the manual.
@NullMarked
package dev.pawl.cli.setup;

import org.jspecify.annotations.NullMarked;
