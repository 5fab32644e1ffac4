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
  private static final int MAX_READS = 10 * Failure.MAX_LINES * Failure.MAX_LINE_LENGTH;

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
          "rule '%s': the pattern has %d characters, at most %d are allowed"
              .formatted(rule, source.length(), MAX_LENGTH));
    }
    try {
      return new LogPattern(Pattern.compile(source));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "rule '%s': the pattern is invalid at character %d: %s"
              .formatted(rule, e.getIndex() + 1, e.getDescription()),
          e);
    }
  }

  public boolean isIn(List<String> lines) {
    return firstOf(lines).isPresent();
  }

  /// The first line that matches: the first error is closest to the cause.
  Optional<String> firstOf(List<String> lines) {
    var reads = new ReadCounter(MAX_READS);
    try {
      return lines.stream().filter(line -> pattern.matcher(reads.at(line)).find()).findFirst();
    } catch (TooManyReads | StackOverflowError e) {
      // The matcher is recursive, so a bad expression may also overflow the stack.
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return pattern.pattern();
  }

  /// Aborts the matcher, which has no other way to be stopped.
  private static final class TooManyReads extends RuntimeException {
    TooManyReads() {
      super("too many characters read", null, false, false);
    }
  }

  private static final class ReadCounter {
    private int left;

    ReadCounter(int max) {
      left = max;
    }

    CharSequence at(String line) {
      return new CountedText(line, this);
    }

    void count() {
      if (--left < 0) {
        throw new TooManyReads();
      }
    }
  }

  private record CountedText(String text, ReadCounter reads) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      reads.count();
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
