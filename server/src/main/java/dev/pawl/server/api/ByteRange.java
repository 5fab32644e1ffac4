package dev.pawl.server.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The part of a body that a `Range` header asks for. Only one range of bytes is understood; other
/// headers are ignored, as RFC 9110 allows.
///
/// @param end where the byte after the last one is
record ByteRange(long from, long end) {

  private static final Pattern HEADER = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /// The range that a header asks for; empty for the whole body.
  static Optional<ByteRange> of(String header, long size) {
    Matcher range = HEADER.matcher(header.strip());
    if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
      return Optional.empty();
    }
    if (range.group(1).isEmpty()) {
      long last = Long.parseLong(range.group(2));
      return Optional.of(new ByteRange(Math.max(0, size - last), size));
    }
    long from = Long.parseLong(range.group(1));
    long end = range.group(2).isEmpty() ? size : Long.parseLong(range.group(2)) + 1;
    return from >= end && !range.group(2).isEmpty()
        ? Optional.empty()
        : Optional.of(new ByteRange(from, Math.min(end, size)));
  }

  boolean isUnsatisfiable() {
    return from >= end;
  }

  long length() {
    return end - from;
  }
}
