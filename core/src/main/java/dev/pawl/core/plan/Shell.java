package dev.pawl.core.plan;

import java.util.List;

/// What interprets a step's script. The script is a file, named last on the command line.
public enum Shell {
  /// The step names no shell: bash that stops at the first error.
  UNSPECIFIED(List.of("bash", "-e")),
  /// The step asks for bash: as above, a failing pipe stops it too, and no profile is read.
  BASH(List.of("bash", "--noprofile", "--norc", "-eo", "pipefail")),
  SH(List.of("sh", "-e")),
  PYTHON(List.of("python3"));

  private final List<String> command;

  Shell(List<String> command) {
    this.command = command;
  }

  public List<String> command() {
    return command;
  }
}
