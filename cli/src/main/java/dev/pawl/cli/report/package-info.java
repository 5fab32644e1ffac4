/// The package `dev.pawl.cli.report`.
@NullMarked
package dev.pawl.cli.report;

import org.jspecify.annotations.NullMarked;
