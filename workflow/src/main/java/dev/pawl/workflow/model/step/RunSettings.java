package dev.pawl.workflow.model.step;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// The shell and the working directory of scripts, as one section of the file sets them.
///
/// @param shell a name, or a command with `{0}` for the script's file
public record RunSettings(Optional<TemplateText> shell, Optional<TemplateText> workingDirectory) {

  public static final RunSettings NONE = new RunSettings(Optional.empty(), Optional.empty());

  /// These settings, completed by `outer` where they are absent.
  public RunSettings within(RunSettings outer) {
    return new RunSettings(shell.or(outer::shell), workingDirectory.or(outer::workingDirectory));
  }
}
