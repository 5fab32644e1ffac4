package dev.pawl.cli.view;

import java.util.Map;
import java.util.Set;

/// The sign, the words and the colour of each state. Without colours the signs and words are
/// sufficient.
public record Palette(boolean isColoured) {

  private static final String RESET = "\u001b[0m";
  private static final int[] DISTINCT = {36, 33, 32, 35, 34, 96, 93, 92, 95, 94};

  /// With colours on a terminal, or if they are forced.
  public static Palette forTerminal(boolean isTerminal) {
    return of(isTerminal, System.getenv());
  }

  /// `NO_COLOR` disables colours. `FORCE_COLOR` or `CLICOLOR_FORCE` enables them everywhere.
  /// Otherwise a terminal has them, unless it is dumb or belongs to a CI system.
  static Palette of(boolean isTerminal, Map<String, String> environment) {
    boolean isAble =
        isTerminal && !"dumb".equals(environment.get("TERM")) && !isSet(environment, "CI");
    boolean isForced = isSet(environment, "FORCE_COLOR") || isSet(environment, "CLICOLOR_FORCE");
    boolean isForbidden = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Palette(!isForbidden && (isAble || isForced));
  }

  /// Whether a variable switches something on.
  static boolean isSet(Map<String, String> environment, String name) {
    return !Set.of("", "0", "false").contains(environment.getOrDefault(name, ""));
  }

  /// The state for people: `timed out`.
  public static String words(String state) {
    return state.equals("tolerated") ? "failed, tolerated" : state.replace('_', ' ');
  }

  public String sign(String state) {
    return switch (state) {
      case "success" -> "✓";
      case "failed", "timed_out", "lost", "plan_failed" -> "✗";
      case "tolerated", "quarantined" -> "!";
      case "cancelled" -> "⊘";
      case "skipped" -> "−";
      case "kept" -> "=";
      case "cancelling" -> "…";
      case "running", "starting", "leased", "uploading" -> "▸";
      default -> "·";
    };
  }

  /// The text in the state's colour.
  public String paint(String state, String text) {
    return switch (state) {
      case "success" -> inColour(32, text);
      case "failed", "timed_out", "lost", "plan_failed", "quarantined" -> inColour(31, text);
      case "tolerated", "cancelled", "cancelling", "recovering" -> inColour(33, text);
      case "running", "starting", "leased", "uploading" -> inColour(36, text);
      case "skipped", "kept", "pending", "queued", "held", "waiting", "created", "planning" ->
          faint(text);
      default -> text;
    };
  }

  public String faint(String text) {
    return inColour(2, text);
  }

  public String bold(String text) {
    return inColour(1, text);
  }

  /// The text in one of several colours, for example of a job.
  String distinct(int index, String text) {
    return inColour(DISTINCT[index % DISTINCT.length], text);
  }

  private String inColour(int code, String text) {
    return isColoured ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
