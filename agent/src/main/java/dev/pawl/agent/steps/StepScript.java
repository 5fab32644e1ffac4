package dev.pawl.agent.steps;

import java.nio.file.Path;
import java.util.Map;

/// What one step comes to when everything in it has been evaluated: a script to be run.
///
/// @param environment all that its processes see, but for the agent's markers
public record StepScript(
    String script,
    ShellCommand shell,
    Path directory,
    Map<String, String> environment,
    String source) {}
