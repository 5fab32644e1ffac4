package dev.pawl.workflow.model;

import dev.pawl.core.plan.Shell;

/// How a script runs, as far as one place of the file says it.
///
/// @param shell [Shell#UNSPECIFIED] where that place names none
/// @param workingDirectory empty where that place names none
public record RunSettings(Shell shell, String workingDirectory) {

  public static final RunSettings NONE = new RunSettings(Shell.UNSPECIFIED, "");

  /// These, and `outer` where they say nothing.
  public RunSettings within(RunSettings outer) {
    return new RunSettings(
        shell == Shell.UNSPECIFIED ? outer.shell : shell,
        workingDirectory.isEmpty() ? outer.workingDirectory : workingDirectory);
  }
}
