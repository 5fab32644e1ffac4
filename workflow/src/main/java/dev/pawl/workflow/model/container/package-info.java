/// The package `dev.pawl.workflow.model.container`.
@NullMarked
package dev.pawl.workflow.model.container;

import org.jspecify.annotations.NullMarked;
