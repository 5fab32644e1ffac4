/// Tests of what commands print about runs.
@NullMarked
package dev.pawl.cli.report;

import org.jspecify.annotations.NullMarked;
