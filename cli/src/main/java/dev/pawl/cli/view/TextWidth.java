package dev.pawl.cli.view;

import org.jline.utils.WCWidth;

/// Measures, cuts and pads text by the columns that it takes on a terminal: wide characters and
/// emoji take two, combining ones none, and colours none.
public final class TextWidth {

  private static final char ESCAPE = '\u001b';
  private static final String ELLIPSIS = "…";

  /// The number of columns.
  public static int of(String text) {
    int width = 0;
    for (int at = 0; at < text.length(); at = next(text, at)) {
      width += columns(text, at);
    }
    return width;
  }

  /// The text cut to a width, with an ellipsis where something is missing. Colours are kept, so
  /// that a colour that was begun is also reset.
  public static String cut(String text, int width) {
    if (of(text) <= width) {
      return text;
    }
    var kept = new StringBuilder();
    int used = 0;
    for (int at = 0; at < text.length(); at = next(text, at)) {
      boolean isColour = isColour(text, at);
      int columns = columns(text, at);
      if (isColour || used + columns < width) {
        kept.append(text, at, next(text, at));
      } else if (used < width) {
        kept.append(ELLIPSIS);
        used = width;
      }
      used += columns;
    }
    return kept.toString();
  }

  /// The text cut or filled with spaces to exactly a width.
  public static String fit(String text, int width) {
    String cut = cut(text, width);
    return cut + " ".repeat(Math.max(0, width - of(cut)));
  }

  /// The end of the character or colour that begins there.
  private static int next(String text, int at) {
    return isColour(text, at)
        ? text.indexOf('m', at) + 1
        : at + Character.charCount(text.codePointAt(at));
  }

  private static boolean isColour(String text, int at) {
    return text.charAt(at) == ESCAPE && text.indexOf('m', at) > 0;
  }

  private static int columns(String text, int at) {
    return isColour(text, at) ? 0 : Math.max(0, WCWidth.wcwidth(text.codePointAt(at)));
  }

  private TextWidth() {}
}
