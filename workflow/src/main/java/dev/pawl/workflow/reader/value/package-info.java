/// The package `dev.pawl.workflow.reader.value`.
@NullMarked
package dev.pawl.workflow.reader.value;

import org.jspecify.annotations.NullMarked;
