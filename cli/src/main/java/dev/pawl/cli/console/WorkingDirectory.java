package dev.pawl.cli.console;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The directory that a command works in: the value of `-C`, by default the current directory. The
/// relative paths of the command line are relative to it, as if `pawl` had been started there.
public final class WorkingDirectory {

  /// The option's short name. The root command has it, for all commands.
  public static final String OPTION = "-C";

  /// The absolute path.
  ///
  /// @throws ParameterException if it is not a directory
  public static Path of(CommandSpec command) {
    CommandLine line = command.commandLine();
    Path given = line.getCommandSpec().root().findOption(OPTION).getValue();
    Path directory = given.toAbsolutePath().normalize();
    if (!Files.isDirectory(directory)) {
      String why = Files.exists(directory) ? "is not a directory" : "does not exist";
      throw new ParameterException(
          line, "'%s' %s. Give an existing directory with -C.".formatted(given, why));
    }
    return directory;
  }

  private WorkingDirectory() {}
}
