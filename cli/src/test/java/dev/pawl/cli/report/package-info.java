/// Tests of reports.
@NullMarked
package dev.pawl.cli.report;

import org.jspecify.annotations.NullMarked;
