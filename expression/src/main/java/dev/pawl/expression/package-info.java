/// The expression language: what stands between `${{` and `}}` in a workflow.
@NullMarked
package dev.pawl.expression;

import org.jspecify.annotations.NullMarked;
