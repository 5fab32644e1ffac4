package dev.pawl.agent.steps;

import java.nio.file.Path;
import java.util.Map;

/// The script of a step, with all expressions evaluated.
///
/// @param environment all variables of its processes, except for the agent's process marker
/// @param source the position of the step in its workflow file
public record StepScript(
    String text,
    ShellCommand shell,
    Path directory,
    Map<String, String> environment,
    String source) {

  StepScript withShell(ShellCommand other) {
    return new StepScript(text, other, directory, environment, source);
  }
}
