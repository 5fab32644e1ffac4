/// Tests of `dev.pawl.cli.command`.
@NullMarked
package dev.pawl.cli.command;

import org.jspecify.annotations.NullMarked;
