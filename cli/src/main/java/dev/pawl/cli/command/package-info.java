/// The commands of `pawl`, one class each, with the few classes that only they use. A command takes
/// parsed options, calls the other packages, prints its result and returns an exit code. Commands
/// contain no engine logic and do not access the store's tables.
@NullMarked
package dev.pawl.cli.command;

import org.jspecify.annotations.NullMarked;
