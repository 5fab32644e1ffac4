/// The commands that look at runs and act on them, one class each. They work through
/// [dev.pawl.cli.runs.RunClient] and print what it answers. They contain no engine logic and do not
/// access the store's tables.
@NullMarked
package dev.pawl.cli.command.runs;

import org.jspecify.annotations.NullMarked;
