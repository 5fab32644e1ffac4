package dev.pawl.agent.process;

import dev.pawl.core.plan.OrderedMaps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A process to be started. Its input is empty, and it sees nothing of the agent's own files,
/// signals and variables.
///
/// @param command the program, as the PATH of the environment has it or by its path, and its
///   arguments
/// @param environment all of it
/// @param output an existing named pipe or file, for both that it prints and complains
public record LaunchSpec(
    List<String> command, Path directory, Map<String, String> environment, Path output) {

  public LaunchSpec {
    command = List.copyOf(command);
    environment = OrderedMaps.copyOf(environment);
  }

  public LaunchSpec withCommand(List<String> other) {
    return new LaunchSpec(other, directory, environment, output);
  }

  public LaunchSpec withEnvironment(Map<String, String> other) {
    return new LaunchSpec(command, directory, other, output);
  }

  String program() {
    return command.getFirst();
  }
}
