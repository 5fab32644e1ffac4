package dev.pawl.agent.steps;

import dev.pawl.agent.process.ProgramLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The command that runs a script: its words, with `{0}` for the script's path, and the extension
/// of the script's file name.
public record ShellCommand(List<String> command, String extension) {

  private static final String SCRIPT = "{0}";
  private static final Path ROOT = Path.of("/");

  /// For scripts that handle their own errors.
  static final ShellCommand PLAIN_SH = new ShellCommand(List.of("sh", SCRIPT), ".sh");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /// The command for a step's `shell`; empty if it is neither a known shell nor a valid command.
  static Optional<ShellCommand> of(String shell, Map<String, String> environment) {
    return switch (shell) {
      case "" -> Optional.of(unspecified(environment));
      case "bash" -> known("sh", "bash", "--noprofile", "--norc", "-eo", "pipefail");
      case "sh" -> known("sh", "sh", "-e");
      case "python" -> known("py", "python3");
      default -> custom(shell);
    };
  }

  public static ShellCommand unspecified(Map<String, String> environment) {
    String found = ProgramLookup.find("bash", environment, ROOT).isPresent() ? "bash" : "sh";
    return new ShellCommand(List.of(found, "-e", SCRIPT), ".sh");
  }

  private static Optional<ShellCommand> known(String extension, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.add(SCRIPT);
    return Optional.of(new ShellCommand(words, "." + extension));
  }

  /// A command given by the workflow must contain the placeholder of the script.
  private static Optional<ShellCommand> custom(String shell) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(shell);
    while (word.find()) {
      String quoted = word.group(1) != null ? word.group(1) : word.group(2);
      words.add(quoted != null ? quoted : word.group());
    }
    boolean isValid = shell.contains(SCRIPT) && words.size() > 1;
    return isValid ? Optional.of(new ShellCommand(words, "")) : Optional.empty();
  }

  String program() {
    return command.getFirst();
  }

  /// The same shell, by the path of its program, so that nothing has to look for it again.
  ShellCommand at(Path program) {
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    return new ShellCommand(words, extension);
  }

  /// The command line for the script at this path.
  public List<String> commandFor(Path script) {
    List<String> words = new ArrayList<>(command.size());
    for (String word : command) {
      words.add(word.replace(SCRIPT, script.toString()));
    }
    return words;
  }
}
