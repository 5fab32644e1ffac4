/// Tests of `dev.pawl.cli.process`.
@NullMarked
package dev.pawl.cli.process;

import org.jspecify.annotations.NullMarked;
