package dev.pawl.core.step;

import java.util.List;
import java.util.regex.Pattern;

/// What people see of a step: one line, not too long, and nothing in it that would write over what
/// stands around it. Much of it comes from files and processes that nobody has vouched for.
public final class StepName {

  /// How many characters it has at the most.
  public static final int MAX_LENGTH = 200;

  /// What ends lines, moves cursors, reorders text, or is half a character.
  private static final Pattern UNFIT =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u202A-\\u202E\\u2066-\\u2069]+");

  private static final String WITHIN = " / ";

  /// That of a step of an action.
  ///
  /// @param parts the names of the actions that the step is in, outermost first, and its own
  public static String of(List<String> parts) {
    return of(String.join(WITHIN, parts));
  }

  public static String of(String name) {
    String line = UNFIT.matcher(name).replaceAll(" ").strip();
    if (line.codePointCount(0, line.length()) <= MAX_LENGTH) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, MAX_LENGTH - 1)) + "…";
  }

  private StepName() {}
}
