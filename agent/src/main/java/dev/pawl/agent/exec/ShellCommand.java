package dev.pawl.agent.exec;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a script is run by its shell: the command, and the script's file.
record ShellCommand(List<String> command, String extension) {

  /// The command of a shell as the protocol names it.
  static ShellCommand of(String shell, Map<String, String> environment) {
    return switch (shell) {
      case "bash" ->
          new ShellCommand(List.of("bash", "--noprofile", "--norc", "-eo", "pipefail"), "sh");
      case "sh" -> new ShellCommand(List.of("sh", "-e"), "sh");
      case "python" -> new ShellCommand(List.of("python3"), "py");
      default -> {
        String found = onPath("bash", environment).isPresent() ? "bash" : "sh";
        yield new ShellCommand(List.of(found, "-e"), "sh");
      }
    };
  }

  String program() {
    return command.getFirst();
  }

  /// The command line, as the leader of a session and a process group of its own.
  List<String> with(Path script) {
    List<String> line = new ArrayList<>();
    line.add("setsid");
    line.addAll(command);
    line.add(script.toString());
    return line;
  }

  /// Where a program is, as the job's own PATH has it.
  static Optional<File> onPath(String program, Map<String, String> environment) {
    for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      File candidate = new File(directory.isEmpty() ? "." : directory, program);
      if (candidate.canExecute() && !candidate.isDirectory()) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
