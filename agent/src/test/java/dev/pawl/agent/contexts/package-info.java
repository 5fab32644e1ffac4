/// Tests of the contexts and functions of expressions.
@NullMarked
package dev.pawl.agent.contexts;

import org.jspecify.annotations.NullMarked;
