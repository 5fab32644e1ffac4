/// A workflow as its file says it: checked, immutable, not yet planned.
@NullMarked
package dev.pawl.workflow.model;

import org.jspecify.annotations.NullMarked;
