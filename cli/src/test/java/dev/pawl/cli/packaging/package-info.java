/// Tests of how the executable jar is made. Classes of this package are rewritten as those of the
/// jar are, and have to behave as before. Nothing here runs a command.
@NullMarked
package dev.pawl.cli.packaging;

import org.jspecify.annotations.NullMarked;
