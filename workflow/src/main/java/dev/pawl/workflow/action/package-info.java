/// Composite actions: steps of their own, with inputs and outputs, in a file of their own.
@NullMarked
package dev.pawl.workflow.action;

import org.jspecify.annotations.NullMarked;
