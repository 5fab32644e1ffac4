@NullMarked
package dev.pawl.workflow.trigger;

import org.jspecify.annotations.NullMarked;
