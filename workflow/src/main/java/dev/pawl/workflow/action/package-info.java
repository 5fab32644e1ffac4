/// The entry point for composite actions, which are steps with inputs and outputs in a file of
/// their own.
///
/// The bytes of an `action.yml` enter; an action or diagnostics leave. It uses the readers of
/// workflows and adds no rules of its own.
@NullMarked
package dev.pawl.workflow.action;

import org.jspecify.annotations.NullMarked;
