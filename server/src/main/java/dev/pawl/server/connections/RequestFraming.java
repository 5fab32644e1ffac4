package dev.pawl.server.connections;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Finds the end of each HTTP request in the bytes of a connection, and the first byte that another
/// parser could read differently. Translates the head of an HTTP/1.0 request, of which a connection
/// has only one, to HTTP/1.1, the only version that the web server reads.
///
/// Stricter than RFC 9112 where it leaves a choice: no folded headers, no bare CR or LF, one length
/// of digits only or `chunked` alone, no chunk extensions, no trailers. The web server parses the
/// same bytes again; if the two ever disagree, this one sees the rest of a request as a request,
/// and rejects it. Constant in memory.
final class RequestFraming {

  private static final String SEPARATORS = "\"(),/:;<=>?@[\\]{}";
  private static final String OLD_VERSION = " HTTP/1.0";
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_VALUE = 64;
  private static final int MOST_DIGITS = 18;
  private static final int MOST_HEX_DIGITS = 8;

  /// The part of a request that the next byte belongs to.
  enum Phase {
    BETWEEN,
    HEAD,
    BODY
  }

  private enum State {
    START,
    FIRST_LINE,
    LINE_END,
    HEADER,
    NAME,
    VALUE,
    HEAD_END,
    BODY,
    CHUNK_SIZE,
    CHUNK_SIZE_END,
    CHUNK,
    CHUNK_END,
    CHUNK_END_LF,
    TRAILER,
    TRAILER_END
  }

  private State state = State.START;
  private final StringBuilder name = new StringBuilder();
  private final StringBuilder value = new StringBuilder();
  private @Nullable String length;
  private @Nullable String encoding;
  private long remaining;
  private int digits;
  private @Nullable String problem;
  private int heads;

  /// How much of [#OLD_VERSION] the first line ends with, so far.
  private int versionLength;

  private boolean isOld;
  private boolean hasHost;

  /// Takes the next bytes. Returns what the web server is to read of them: all, or those before
  /// [#problem]; the head of an HTTP/1.0 request translated.
  byte[] accept(byte[] bytes) {
    var accepted = new ByteArrayOutputStream(bytes.length + LONGEST_VALUE);
    int i = 0;
    while (i < bytes.length && problem == null) {
      if (state == State.BODY || state == State.CHUNK) {
        int here = (int) Math.min(remaining, bytes.length - i);
        accepted.write(bytes, i, here);
        remaining -= here;
        i += here;
        if (remaining == 0) {
          state = state == State.BODY ? State.START : State.CHUNK_END;
        }
      } else {
        acceptOne(bytes[i] & 0xff, accepted);
        i++;
      }
    }
    return accepted.toByteArray();
  }

  private void acceptOne(int c, ByteArrayOutputStream accepted) {
    boolean isBeforeHeader = state == State.HEADER;
    next(c);
    if (problem != null) {
      return;
    }
    if (isOld && isBeforeHeader && state == State.HEAD_END) {
      accepted.writeBytes(missingHeaders().getBytes(StandardCharsets.US_ASCII));
    }
    boolean isVersion = state == State.FIRST_LINE && versionLength == OLD_VERSION.length();
    accepted.write(isVersion ? '1' : c);
  }

  /// The headers that make an HTTP/1.0 request one of HTTP/1.1.
  private String missingHeaders() {
    return (hasHost ? "" : "Host: unknown\r\n") + "Connection: close\r\n";
  }

  /// Whether the request that the last bytes were of is one of HTTP/1.0.
  boolean isOld() {
    return isOld;
  }

  /// Why no more bytes are accepted; null while they are.
  @Nullable String problem() {
    return problem;
  }

  /// How many requests have arrived, at least as far as the end of their heads.
  int heads() {
    return heads;
  }

  Phase phase() {
    return switch (state) {
      case START -> Phase.BETWEEN;
      case FIRST_LINE, LINE_END, HEADER, NAME, VALUE, HEAD_END -> Phase.HEAD;
      case BODY, CHUNK_SIZE, CHUNK_SIZE_END, CHUNK, CHUNK_END, CHUNK_END_LF, TRAILER, TRAILER_END ->
          Phase.BODY;
    };
  }

  private void next(int c) {
    switch (state) {
      case START -> start(c);
      case FIRST_LINE -> firstLine(c);
      case LINE_END -> expect(c, '\n', State.HEADER);
      case HEADER -> header(c);
      case NAME -> name(c);
      case VALUE -> value(c);
      case HEAD_END -> headEnd(c);
      case CHUNK_SIZE -> chunkSize(c);
      case CHUNK_SIZE_END -> chunkSizeEnd(c);
      case CHUNK_END -> expect(c, '\r', State.CHUNK_END_LF);
      case CHUNK_END_LF -> {
        expect(c, '\n', State.CHUNK_SIZE);
        digits = 0;
      }
      case TRAILER -> expect(c, '\r', State.TRAILER_END);
      case TRAILER_END -> expect(c, '\n', State.START);
      case BODY, CHUNK -> throw new IllegalStateException("not read byte by byte");
    }
  }

  private void expect(int c, char wanted, State then) {
    if (c == wanted) {
      state = then;
    } else {
      reject(
          wanted == '\n' ? "a CR without an LF" : "a body that does not end where it should end");
    }
  }

  private void reject(String why) {
    problem = why;
  }

  private void start(int c) {
    length = null;
    encoding = null;
    hasHost = false;
    versionLength = 0;
    if (isOld) {
      reject("another request behind one of HTTP/1.0");
    } else if (isToken(c)) {
      state = State.FIRST_LINE;
    } else {
      reject("a request that does not begin with a method");
    }
  }

  private void firstLine(int c) {
    if (c == '\r') {
      isOld = versionLength == OLD_VERSION.length();
      state = State.LINE_END;
    } else if (c < ' ' || c > '~') {
      reject("a first line with a character that is not allowed there");
    } else if (versionLength < OLD_VERSION.length() && c == OLD_VERSION.charAt(versionLength)) {
      versionLength++;
    } else {
      versionLength = c == ' ' ? 1 : 0;
    }
  }

  private void header(int c) {
    if (c == '\r') {
      state = State.HEAD_END;
    } else if (isToken(c)) {
      name.setLength(0);
      name.append((char) c);
      state = State.NAME;
    } else {
      reject("a header that is folded or has no name");
    }
  }

  private void name(int c) {
    if (c == ':') {
      value.setLength(0);
      state = State.VALUE;
    } else if (!isToken(c)) {
      reject("a header's name with a character that is not allowed there");
    } else if (name.length() <= LONGEST_NAME) {
      name.append((char) c);
    }
  }

  private void value(int c) {
    if (c == '\r') {
      endOfHeader();
    } else if ((c < ' ' && c != '\t') || c == 0x7f) {
      reject("a header with a control character");
    } else if (value.length() <= LONGEST_VALUE) {
      value.append((char) c);
    }
  }

  private void endOfHeader() {
    state = State.LINE_END;
    switch (name.toString().toLowerCase(Locale.ROOT)) {
      case "content-length" -> {
        if (length != null) {
          reject("two Content-Length headers");
        }
        length = wholeValue();
      }
      case "transfer-encoding" -> {
        if (encoding != null) {
          reject("two Transfer-Encoding headers");
        }
        encoding = wholeValue();
      }
      case "host" -> hasHost = true;
      case "expect" -> {
        if (isOld) {
          reject("the header Expect in HTTP/1.0");
        }
      }
      default -> {
        // Does not say where the request ends.
      }
    }
  }

  /// The value of a header that says where the request ends. Of a long one only the beginning is
  /// known, which may look like a short one.
  private String wholeValue() {
    if (value.length() > LONGEST_VALUE) {
      reject("a Content-Length or Transfer-Encoding that is too long");
    }
    return value.toString().strip();
  }

  private void headEnd(int c) {
    if (c != '\n') {
      reject("a CR without an LF");
    } else if (length != null && encoding != null) {
      reject("both Content-Length and Transfer-Encoding");
    } else if (encoding != null && isOld) {
      reject("the header Transfer-Encoding in HTTP/1.0");
    } else if (encoding != null) {
      beginChunks(encoding);
    } else if (length != null) {
      beginBody(length);
    } else {
      state = State.START;
    }
    if (problem == null) {
      heads++;
    }
  }

  private void beginChunks(String given) {
    if (given.equalsIgnoreCase("chunked")) {
      digits = 0;
      remaining = 0;
      state = State.CHUNK_SIZE;
    } else {
      reject("a Transfer-Encoding other than chunked");
    }
  }

  private void beginBody(String given) {
    boolean isNumber =
        !given.isEmpty()
            && given.length() <= MOST_DIGITS
            && given.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      reject("a Content-Length that is not a number");
      return;
    }
    remaining = Long.parseLong(given);
    state = remaining == 0 ? State.START : State.BODY;
  }

  private void chunkSize(int c) {
    int digit = c < 0x80 ? Character.digit((char) c, 16) : -1;
    if (digit >= 0 && digits < MOST_HEX_DIGITS) {
      remaining = (digits == 0 ? 0 : remaining << 4) + digit;
      digits++;
    } else if (c == '\r' && digits > 0) {
      state = State.CHUNK_SIZE_END;
    } else {
      reject("a chunk size that is not a hexadecimal number");
    }
  }

  private void chunkSizeEnd(int c) {
    expect(c, '\n', remaining == 0 ? State.TRAILER : State.CHUNK);
  }

  /// Whether a byte may be in a token of RFC 9110.
  private static boolean isToken(int c) {
    return c > ' ' && c < 0x7f && SEPARATORS.indexOf(c) < 0;
  }
}
