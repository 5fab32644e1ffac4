/// The package `dev.pawl.workflow.model.step`.
@NullMarked
package dev.pawl.workflow.model.step;

import org.jspecify.annotations.NullMarked;
