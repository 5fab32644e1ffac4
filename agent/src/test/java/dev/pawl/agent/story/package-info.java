/// Fixtures of the agent's tests: an agent with real processes, a scripted server, builders of jobs
/// and steps.
@NullMarked
package dev.pawl.agent.story;

import org.jspecify.annotations.NullMarked;
