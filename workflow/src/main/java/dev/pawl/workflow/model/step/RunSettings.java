package dev.pawl.workflow.model.step;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// How a script runs, as far as one place of the file says it.
///
/// @param shell a name, or a command with `{0}` where the script's file goes
public record RunSettings(Optional<TemplateText> shell, Optional<TemplateText> workingDirectory) {

  public static final RunSettings NONE = new RunSettings(Optional.empty(), Optional.empty());

  /// These, and `outer` where they say nothing.
  public RunSettings within(RunSettings outer) {
    return new RunSettings(shell.or(outer::shell), workingDirectory.or(outer::workingDirectory));
  }
}
