/// Tests of `dev.pawl.cli`.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
