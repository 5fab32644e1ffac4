/// The execution of one step: its expressions are evaluated to a script, the script runs in the
/// job's workspace, its output is masked and logged, and its end is classified. A step and its
/// evaluator enter, a [StepOutcome] leaves. Order, retries and hooks of steps are decided in
/// `exec`; nothing here talks to the server but by the log.
@NullMarked
package dev.pawl.agent.steps;

import org.jspecify.annotations.NullMarked;
