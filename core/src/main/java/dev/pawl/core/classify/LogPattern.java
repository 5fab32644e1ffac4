package dev.pawl.core.classify;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A regular expression that is searched in lines of a log, at a bounded cost.
///
/// A user's expression may take exponential time on some line. Every character that the matcher
/// reads is counted, and a search that reads too many has found nothing. The bound does not depend
/// on a clock, so it is the same everywhere.
public final class LogPattern {

  static final int MAX_LENGTH = 500;

  /// The most characters that one search may read over all lines of a failure; an ordinary
  /// expression reads each character a few times.
  private static final int MOST_LOOKS = 10 * Failure.MAX_LINES * Failure.MAX_LINE_LENGTH;

  private final Pattern pattern;

  private LogPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /// Compiles a user's pattern.
  ///
  /// @throws IllegalArgumentException if it is too long or not a regular expression
  public static LogPattern of(String rule, String source) {
    if (source.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "rule \"%s\": its pattern has %d characters, at most %d are allowed"
              .formatted(rule, source.length(), MAX_LENGTH));
    }
    try {
      return new LogPattern(Pattern.compile(source));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "rule \"%s\": its pattern is wrong at character %d: %s"
              .formatted(rule, e.getIndex() + 1, e.getDescription()),
          e);
    }
  }

  public boolean isIn(List<String> lines) {
    return firstOf(lines).isPresent();
  }

  /// The first line that matches: the first error is closest to the cause.
  Optional<String> firstOf(List<String> lines) {
    var looks = new Looks(MOST_LOOKS);
    try {
      return lines.stream().filter(line -> pattern.matcher(looks.at(line)).find()).findFirst();
    } catch (TooManyLooks | StackOverflowError e) {
      // The other way in which a wrong expression goes wrong: the matcher calls itself.
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return pattern.pattern();
  }

  /// Aborts the matcher, which has no other way to be stopped.
  private static final class TooManyLooks extends RuntimeException {
    TooManyLooks() {
      super("too many looks", null, false, false);
    }
  }

  private static final class Looks {
    private int left;

    Looks(int most) {
      left = most;
    }

    CharSequence at(String line) {
      return new Counted(line, this);
    }

    void take() {
      if (--left < 0) {
        throw new TooManyLooks();
      }
    }
  }

  private record Counted(String text, Looks looks) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      looks.take();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
