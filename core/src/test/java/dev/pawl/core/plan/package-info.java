/// Stories from the trigger to the plan, and tests of what a plan holds.
@NullMarked
package dev.pawl.core.plan;

import org.jspecify.annotations.NullMarked;
