package dev.pawl.benchmarks.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;

/// One follower of live events, which only notes their ids and when they came: hundreds share the
/// processors with the server that is measured.
final class EventReader implements AutoCloseable {

  private static final int INDEXES = 1_000_000;
  private static final int HEXADECIMAL = 16;
  private static final byte[] ID = "id: ".getBytes(US_ASCII);
  private static final byte[] EVENT = "event: ".getBytes(US_ASCII);
  private static final byte[] BEGIN = "event: begin".getBytes(US_ASCII);

  private final Socket socket;
  private final InputStream in;
  private long[] ids = new long[1_024];
  private long[] nanos = new long[1_024];
  private int count;
  private long id;

  private EventReader(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
  }

  static EventReader connect(URI server, String path, String token) throws IOException {
    var reader = new EventReader(new Socket(server.getHost(), server.getPort()));
    reader
        .socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(path, server.getAuthority(), token)
                .getBytes(US_ASCII));
    return reader;
  }

  /// The id of an event as a number.
  static long id(long position, int index) {
    return position * INDEXES + index;
  }

  /// Reads until the connection ends.
  ///
  /// @param onBegin called when the stream has begun
  void read(Runnable onBegin) throws IOException {
    String status = line();
    if (!status.contains(" 200 ")) {
      throw new IOException("the events were answered with " + status);
    }
    while (!line().isEmpty()) {
      // A header.
    }
    byte[] text = {};
    while (true) { // each chunk: its length, its bytes, an empty line
      int length = Integer.parseInt(line(), HEXADECIMAL);
      if (length == 0) {
        return;
      }
      byte[] chunk = in.readNBytes(length);
      line();
      byte[] joined = Arrays.copyOf(text, text.length + chunk.length);
      System.arraycopy(chunk, 0, joined, text.length, chunk.length);
      text = takeLines(joined, onBegin);
    }
  }

  /// Notes the events of whole lines, and returns the rest.
  private byte[] takeLines(byte[] text, Runnable onBegin) {
    long now = System.nanoTime();
    int begin = 0;
    for (int end = 0; end < text.length; end++) {
      if (text[end] == '\n') {
        takeLine(text, begin, end, now, onBegin);
        begin = end + 1;
      }
    }
    return Arrays.copyOfRange(text, begin, text.length);
  }

  private void takeLine(byte[] text, int begin, int end, long now, Runnable onBegin) {
    if (startsWith(text, begin, end, ID)) {
      id = parsed(text, begin + ID.length, end);
    } else if (startsWith(text, begin, end, BEGIN)) {
      onBegin.run();
    } else if (startsWith(text, begin, end, EVENT)) {
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, count * 2);
        nanos = Arrays.copyOf(nanos, count * 2);
      }
      ids[count] = id;
      nanos[count++] = now;
    }
  }

  private static boolean startsWith(byte[] text, int begin, int end, byte[] prefix) {
    return end - begin >= prefix.length
        && Arrays.equals(text, begin, begin + prefix.length, prefix, 0, prefix.length);
  }

  /// Two numbers with a point between them.
  private static long parsed(byte[] text, int begin, int end) {
    long position = 0;
    long number = 0;
    for (int at = begin; at < end; at++) {
      if (text[at] == '.') {
        position = number;
        number = 0;
      } else {
        number = number * 10 + text[at] - '0';
      }
    }
    return id(position, (int) number);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the events have ended");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  int count() {
    return count;
  }

  long id(int event) {
    return ids[event];
  }

  long nanos(int event) {
    return nanos[event];
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
