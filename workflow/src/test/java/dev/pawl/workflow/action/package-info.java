/// Tests of action files.
@NullMarked
package dev.pawl.workflow.action;

import org.jspecify.annotations.NullMarked;
