/// Tests of how workflows and their jobs are found.
@NullMarked
package dev.pawl.cli.workflows;

import org.jspecify.annotations.NullMarked;
