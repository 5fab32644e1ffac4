package dev.pawl.agent.commands;

import java.util.List;
import java.util.Locale;

/// The variables that no step may set for those that follow it: what others rely on to be the
/// agent's own word, and what would make other programs run other code.
final class ReservedVariables {

  private static final List<String> PREFIXES = List.of("GITHUB_", "RUNNER_", "PAWL_");
  private static final String INJECTS_CODE = "NODE_OPTIONS";

  /// Not the agent's own word, and often handed on to tools.
  private static final String TOKEN = "GITHUB_TOKEN";

  /// Why the variable cannot be set to this; empty if it can.
  static String problem(String name, String value) {
    String upper = name.toUpperCase(Locale.ROOT);
    boolean isReserved =
        !upper.equals(TOKEN)
            && (upper.equals(INJECTS_CODE) || PREFIXES.stream().anyMatch(upper::startsWith));
    if (isReserved) {
      return "%s cannot be set by $GITHUB_ENV".formatted(name);
    }
    return name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0
        ? "a variable of $GITHUB_ENV has a zero byte in it"
        : "";
  }

  private ReservedVariables() {}
}
