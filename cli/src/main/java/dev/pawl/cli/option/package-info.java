/// The package `dev.pawl.cli.option`.
@NullMarked
package dev.pawl.cli.option;

import org.jspecify.annotations.NullMarked;
