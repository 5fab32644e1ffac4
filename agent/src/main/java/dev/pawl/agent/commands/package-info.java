/// What a step says beside its output: commands in the lines that it prints, and the files that it
/// is given to write to.
@NullMarked
package dev.pawl.agent.commands;

import org.jspecify.annotations.NullMarked;
