/// Tests of the views of a run.
@NullMarked
package dev.pawl.cli.view;

import org.jspecify.annotations.NullMarked;
