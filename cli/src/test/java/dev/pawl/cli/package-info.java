/// End-to-end tests of the packaged jar on one machine. Each test has its own directory and
/// processes, which are killed at its end.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
