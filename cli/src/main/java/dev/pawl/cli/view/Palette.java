package dev.pawl.cli.view;

/// The sign, the words and the colour of each state. Without colours the signs and words are
/// sufficient.
public record Palette(boolean isColoured) {

  private static final String RESET = "\u001b[0m";

  /// With colours on a terminal, unless `NO_COLOR` is set.
  public static Palette forTerminal(boolean isTerminal) {
    String noColour = System.getenv("NO_COLOR");
    boolean dumb = "dumb".equals(System.getenv("TERM"));
    return new Palette(isTerminal && !dumb && (noColour == null || noColour.isEmpty()));
  }

  /// The state for people: `timed out`.
  public static String words(String state) {
    return state.replace('_', ' ');
  }

  public String sign(String state) {
    return switch (state) {
      case "success" -> "✓";
      case "failed", "timed_out", "lost", "plan_failed" -> "✗";
      case "cancelled" -> "⊘";
      case "skipped" -> "−";
      case "cancelling" -> "…";
      case "running", "starting", "leased", "uploading" -> "▸";
      default -> "·";
    };
  }

  /// The text in the state's colour.
  public String paint(String state, String text) {
    return switch (state) {
      case "success" -> inColour(32, text);
      case "failed", "timed_out", "lost", "plan_failed" -> inColour(31, text);
      case "cancelled", "cancelling", "recovering" -> inColour(33, text);
      case "running", "starting", "leased", "uploading" -> inColour(36, text);
      case "skipped", "pending", "queued", "held", "waiting", "created", "planning" -> faint(text);
      default -> text;
    };
  }

  public String faint(String text) {
    return inColour(2, text);
  }

  public String bold(String text) {
    return inColour(1, text);
  }

  private String inColour(int code, String text) {
    return isColoured ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
