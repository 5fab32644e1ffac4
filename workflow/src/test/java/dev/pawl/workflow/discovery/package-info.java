/// Tests of the workflow that is proposed for a repository without one.
@NullMarked
package dev.pawl.workflow.discovery;

import org.jspecify.annotations.NullMarked;
