/// Tests of `dev.pawl.cli.faults`.
@NullMarked
package dev.pawl.cli.faults;

import org.jspecify.annotations.NullMarked;
