/// Tests of the shared command-line options.
@NullMarked
package dev.pawl.cli.option;

import org.jspecify.annotations.NullMarked;
