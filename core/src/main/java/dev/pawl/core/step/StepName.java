package dev.pawl.core.step;

import java.util.List;
import java.util.regex.Pattern;

/// Makes a step's name safe to display: one line, limited in length, without control characters.
/// Names come from files and processes that nobody has checked.
public final class StepName {

  /// The most characters of a name.
  public static final int MAX_LENGTH = 200;

  /// Characters that end lines, move the cursor, reorder text, or are half a character.
  private static final Pattern UNFIT =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069]+");

  private static final String WITHIN = " / ";

  /// The name of a step of a composite action.
  ///
  /// @param parts the names of the actions around the step, outermost first, and its own
  public static String of(List<String> parts) {
    return of(String.join(WITHIN, parts));
  }

  public static String of(String name) {
    String line = (isPlain(name) ? name : UNFIT.matcher(name).replaceAll(" ")).strip();
    if (line.codePointCount(0, line.length()) <= MAX_LENGTH) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, MAX_LENGTH - 1)) + "…";
  }

  /// Whether it is printable ASCII, as most names are: then nothing is to be replaced.
  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private StepName() {}
}
