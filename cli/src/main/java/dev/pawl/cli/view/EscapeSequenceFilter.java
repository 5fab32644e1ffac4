package dev.pawl.cli.view;

import java.util.regex.Pattern;

/// Removes escape sequences from the output of steps, so that it cannot clear the screen or move
/// the cursor. Colours are kept if we print colours ourselves.
final class EscapeSequenceFilter {

  private static final Pattern SEQUENCE =
      Pattern.compile(
          "\u001b\\[[0-?]*[ -/]*[@-~]" // control sequences, colour among them
              + "|\u001b[\\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?" // titles and other strings
              + "|\u001b[ -/]*[0-~]?");
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;:]*m");
  private static final Pattern OTHER_CONTROLS = Pattern.compile("[\\p{Cc}&&[^\t\u001b]]");
  private static final String RESET = "\u001b[0m";

  static String sanitize(String line, boolean isColoured) {
    if (line.chars().noneMatch(Character::isISOControl)) {
      return line;
    }
    String tame =
        SEQUENCE
            .matcher(line)
            .replaceAll(found ->
                isColoured && COLOUR.matcher(found.group()).matches() ? found.group() : "");
    String clean = OTHER_CONTROLS.matcher(tame).replaceAll("");
    return clean.indexOf('\u001b') < 0 ? clean : clean + RESET;
  }

  private EscapeSequenceFilter() {}
}
