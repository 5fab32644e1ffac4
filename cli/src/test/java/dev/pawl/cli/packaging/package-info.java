/// The step of the build that links call sites when the jar is made.
@NullMarked
package dev.pawl.cli.packaging;

import org.jspecify.annotations.NullMarked;
