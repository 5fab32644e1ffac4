package dev.pawl.agent.steps;

/// The space that is left for the outputs of a job, which have to fit into one message.
public final class OutputBudget {

  private static final int MOST_BYTES = 512 * 1024;
  private static final int ESCAPED_BYTES = 6;

  private long left = MOST_BYTES;

  /// Reserves the space for one more output, if there is enough.
  public boolean takes(String name, String value) {
    long size = size(name) + size(value) + ESCAPED_BYTES;
    if (size > left) {
      return false;
    }
    left -= size;
    return true;
  }

  /// The size in JSON, where a control character takes six bytes.
  private static long size(String text) {
    return text.chars()
        .mapToLong(c -> {
          if (c < ' ') {
            return ESCAPED_BYTES;
          }
          return c < 0x80 ? (c == '"' || c == '\\' ? 2 : 1) : 3;
        })
        .sum();
  }
}
