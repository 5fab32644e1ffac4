/// What starts a workflow: events, the filters of `on`, and the inputs that come with them. Pure.
@NullMarked
package dev.pawl.workflow.trigger;

import org.jspecify.annotations.NullMarked;
