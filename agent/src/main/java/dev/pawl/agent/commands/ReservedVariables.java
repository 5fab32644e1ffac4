package dev.pawl.agent.commands;

import java.util.List;
import java.util.Locale;

/// The variables that a step must not set for later steps: those that only the agent sets, and
/// those that make programs run other code.
final class ReservedVariables {

  private static final List<String> PREFIXES = List.of("GITHUB_", "RUNNER_", "PAWL_");
  private static final String INJECTS_CODE = "NODE_OPTIONS";

  /// Often passed to tools, and not set by the agent.
  private static final String TOKEN = "GITHUB_TOKEN";

  /// The reason why the variable cannot have this value; empty if it can.
  static String problem(String name, String value) {
    String upper = name.toUpperCase(Locale.ROOT);
    boolean isReserved =
        !upper.equals(TOKEN)
            && (upper.equals(INJECTS_CODE) || PREFIXES.stream().anyMatch(upper::startsWith));
    if (isReserved) {
      return "variable '%s' ignored: it cannot be set by $GITHUB_ENV".formatted(name);
    }
    return name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0
        ? "variable ignored: it contains a zero byte"
        : "";
  }

  private ReservedVariables() {}
}
