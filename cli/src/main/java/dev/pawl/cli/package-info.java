/// The entry point of the `pawl` program. It parses the command line with picocli, calls a command
/// of `command`, and turns exceptions into one-line messages and exit codes. Nothing else depends
/// on this package.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
