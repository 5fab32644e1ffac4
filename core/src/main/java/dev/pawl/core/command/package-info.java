/// The package `dev.pawl.core.command`.
@NullMarked
package dev.pawl.core.command;

import org.jspecify.annotations.NullMarked;
