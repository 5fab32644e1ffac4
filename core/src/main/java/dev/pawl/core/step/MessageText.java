package dev.pawl.core.step;

import java.util.regex.Pattern;

/// Makes the reason of a failure safe to store and to display: limited in length, without control
/// characters. Reasons and log lines come from jobs and agents that nobody has checked.
public final class MessageText {

  /// The most characters of a reason, before the mark that it was cut.
  public static final int MAX_LENGTH = 2_000;

  /// Control characters except for line ends and tabs, those that reorder text, and half
  /// characters.
  private static final Pattern UNFIT =
      Pattern.compile("[\\p{Cc}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069&&[^\\n\\t]]");

  public static String of(String text) {
    String cut = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
    String clean = UNFIT.matcher(cut).replaceAll("\ufffd");
    return cut.length() < text.length() ? clean + "…" : clean;
  }

  private MessageText() {}
}
