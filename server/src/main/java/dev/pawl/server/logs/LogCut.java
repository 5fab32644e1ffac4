package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.Optional;

/// The place where a log ends because it may not become larger. Its reader finds the reason there,
/// in a line of its own, and after the step's end another one that says how much is missing.
///
/// @param offset where the bytes that were kept end, and the first line begins
/// @param reason in words for people, without a full stop
public record LogCut(long offset, String reason) {

  private static final String AUTHOR = "pawl: ";

  /// The line at the place of the cut. It depends on the log's bytes only, so that two
  /// orchestrators write the same.
  byte[] notice() {
    return line(
        "log cut here: %s. The step continues, and its further output is dropped."
            .formatted(reason));
  }

  /// The line after that.
  ///
  /// @param dropped how many bytes the step has printed after the cut: never less than before, so
  ///   that a later line covers an earlier one
  byte[] total(long dropped) {
    return line(
        "log cut: %s. %s bytes of this step's output were dropped."
            .formatted(reason, String.format(Locale.ROOT, "%,d", dropped)));
  }

  private static byte[] line(String text) {
    return ("\n" + AUTHOR + text + "\n").getBytes(UTF_8);
  }

  String encoded() {
    return offset + " " + reason + "\n";
  }

  /// Empty if it is damaged.
  static Optional<LogCut> decoded(String text) {
    String line = text.strip();
    int space = line.indexOf(' ');
    return line.matches("(?s)\\d{1,18} .+")
        ? Optional.of(
            new LogCut(Long.parseLong(line.substring(0, space)), line.substring(space + 1)))
        : Optional.empty();
  }
}
