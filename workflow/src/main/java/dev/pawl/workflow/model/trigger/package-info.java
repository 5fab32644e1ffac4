/// The package `dev.pawl.workflow.model.trigger`.
@NullMarked
package dev.pawl.workflow.model.trigger;

import org.jspecify.annotations.NullMarked;
