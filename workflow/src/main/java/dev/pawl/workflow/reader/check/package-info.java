/// The package `dev.pawl.workflow.reader.check`.
@NullMarked
package dev.pawl.workflow.reader.check;

import org.jspecify.annotations.NullMarked;
