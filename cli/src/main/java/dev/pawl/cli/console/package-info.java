/// The process's surroundings that all commands share: exit codes, signals, the current user, the
/// terminal and JSON output. It may not depend on any other package of the command line.
@NullMarked
package dev.pawl.cli.console;

import org.jspecify.annotations.NullMarked;
