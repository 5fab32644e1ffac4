package dev.pawl.agent.steps;

/// How much the outputs of a job may be, as they take room in a message.
public final class OutputBudget {

  private static final int MOST_BYTES = 512 * 1024;
  private static final int ESCAPED = 6;

  private long left = MOST_BYTES;

  /// Whether there is room for one more, which it then takes.
  public boolean takes(String name, String value) {
    long size = size(name) + size(value) + ESCAPED;
    if (size > left) {
      return false;
    }
    left -= size;
    return true;
  }

  /// In JSON, where one control character takes six bytes.
  private static long size(String text) {
    return text.chars()
        .mapToLong(c -> {
          if (c < ' ') {
            return ESCAPED;
          }
          return c < 0x80 ? (c == '"' || c == '\\' ? 2 : 1) : 3;
        })
        .sum();
  }
}
