/// The expressions of a plan: conditions, texts and their scope, evaluated before an agent has the
/// job. It knows values and contexts only, and neither jobs nor runs.
@NullMarked
package dev.pawl.core.plan.expression;

import org.jspecify.annotations.NullMarked;
