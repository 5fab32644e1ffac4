/// Reads retries, hooks, approvals and failure rules to the policies of `core.plan`.
///
/// Sections of a checked file enter; the plan's own records leave, so that a policy has one form.
/// What holds expressions is read elsewhere and added by the planner.
@NullMarked
package dev.pawl.workflow.reader.policy;

import org.jspecify.annotations.NullMarked;
