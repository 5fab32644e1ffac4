package dev.pawl.cli.configuration;

import dev.pawl.core.breaker.ToolProfiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

/// The file `tools.yml` of a project, with the profiles of tools for `pawl run`.
public final class ToolsFile {

  /// Reads the profiles; none without the file.
  ///
  /// @param state the directory of the project's store
  /// @throws InvalidConfigurationException with all errors in the file
  public static ToolProfiles in(Path state) {
    Path file = state.resolve("tools.yml");
    return Files.exists(file)
        ? new ToolProfiles(new TreeMap<>(ConfigurationFile.readTools(file)))
        : ToolProfiles.NONE;
  }

  private ToolsFile() {}
}
