/// What the command line may do: it sees all.
@NullMarked
package dev.pawl.architecture.offenders.cli;

import org.jspecify.annotations.NullMarked;
