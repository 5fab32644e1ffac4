/// The commands, one class each.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
