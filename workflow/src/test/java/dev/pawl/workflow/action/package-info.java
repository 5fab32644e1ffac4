@NullMarked
package dev.pawl.workflow.action;

import org.jspecify.annotations.NullMarked;
