/// The package `dev.pawl.cli.console`.
@NullMarked
package dev.pawl.cli.console;

import org.jspecify.annotations.NullMarked;
