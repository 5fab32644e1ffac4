/// Stories of what a job's texts come to.
@NullMarked
package dev.pawl.core.plan;

import org.jspecify.annotations.NullMarked;
