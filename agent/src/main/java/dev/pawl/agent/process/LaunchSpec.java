package dev.pawl.agent.process;

import dev.pawl.core.plan.OrderedMaps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The specification of a process to be started. Its input is empty, and it inherits no files,
/// signal handlers or variables of the agent.
///
/// @param command the program, by its path or searched on the PATH of the environment, and its
///   arguments
/// @param environment all variables of the process
/// @param output an existing named pipe or file, for standard output and standard error
public record LaunchSpec(
    List<String> command, Path directory, Map<String, String> environment, Path output) {

  public LaunchSpec {
    command = List.copyOf(command);
    environment = OrderedMaps.copyOf(environment);
  }

  public LaunchSpec withCommand(List<String> other) {
    return new LaunchSpec(other, directory, environment, output);
  }

  LaunchSpec withDirectory(Path other) {
    return new LaunchSpec(command, other, environment, output);
  }

  public LaunchSpec withEnvironment(Map<String, String> other) {
    return new LaunchSpec(command, directory, other, output);
  }

  String program() {
    return command.getFirst();
  }
}
