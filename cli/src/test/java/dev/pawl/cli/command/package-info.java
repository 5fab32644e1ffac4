/// Tests of the commands, run inside the test's JVM.
@NullMarked
package dev.pawl.cli.command;

import org.jspecify.annotations.NullMarked;
