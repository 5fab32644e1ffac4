package dev.pawl.cli.option;

import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.local.Project;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The project that a command works on.
@Command // picocli mixes in nothing else without an option
public final class ProjectOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  public Project project() {
    return Project.at(WorkingDirectory.of(command()));
  }

  /// The path of a file that the user has named.
  public Path resolve(Path given) {
    return project().directory().resolve(given);
  }

  /// A usage error of the command that has this option.
  public ParameterException usageError(String what) {
    return new ParameterException(command().commandLine(), what);
  }

  private CommandSpec command() {
    return Objects.requireNonNull(command, "picocli sets it");
  }

  /// The message where the project has no store.
  public String noRunsMessage() {
    return "pawl: no runs found in '%s'. Run `pawl run FILE` there, or name another directory with -C."
        .formatted(project().directory());
  }
}
