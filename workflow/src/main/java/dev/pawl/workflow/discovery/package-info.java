/// A workflow for a repository that has none, from what is in it. Pure.
@NullMarked
package dev.pawl.workflow.discovery;

import org.jspecify.annotations.NullMarked;
