/// The package `dev.pawl.cli.workflows`.
@NullMarked
package dev.pawl.cli.workflows;

import org.jspecify.annotations.NullMarked;
