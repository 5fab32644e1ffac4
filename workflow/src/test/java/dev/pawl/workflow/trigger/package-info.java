/// Tests of events: filters, inputs and the `github` context.
@NullMarked
package dev.pawl.workflow.trigger;

import org.jspecify.annotations.NullMarked;
