/// The package `dev.pawl.workflow.model.text`.
@NullMarked
package dev.pawl.workflow.model.text;

import org.jspecify.annotations.NullMarked;
