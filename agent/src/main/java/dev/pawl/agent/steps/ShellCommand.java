package dev.pawl.agent.steps;

import dev.pawl.agent.process.ProgramLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a script is run by its shell: the command, with `{0}` for the script, and the ending of the
/// script's name.
public record ShellCommand(List<String> command, String extension) {

  private static final String SCRIPT = "{0}";
  private static final Path ROOT = Path.of("/");

  /// For a script that sees to its errors itself.
  static final ShellCommand PLAIN_SH = new ShellCommand(List.of("sh", SCRIPT), ".sh");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  /// The command of a shell as the protocol names it; none if it is not known here.
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

  /// A command of its own says where the script goes.
  private static Optional<ShellCommand> custom(String shell) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(shell);
    while (word.find()) {
      String quoted = word.group(1) != null ? word.group(1) : word.group(2);
      words.add(quoted != null ? quoted : word.group());
    }
    boolean isOne = shell.contains(SCRIPT) && words.size() > 1;
    return isOne ? Optional.of(new ShellCommand(words, "")) : Optional.empty();
  }

  String program() {
    return command.getFirst();
  }

  /// The command line.
  public List<String> with(Path script) {
    return command.stream().map(word -> word.replace(SCRIPT, script.toString())).toList();
  }
}
