package dev.pawl.server.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A TCP connection to the server that sends any bytes, which HTTP clients would not.
final class RawConnection implements AutoCloseable {

  private static final int PATIENCE_MS = 60_000;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");

  /// Everything that the server sent until it closed the connection.
  record Answers(String text) {

    /// The status of each answer.
    List<Integer> statuses() {
      Matcher lines = STATUS.matcher(text);
      return lines.results().map(line -> Integer.valueOf(line.group(1))).toList();
    }
  }

  private final Socket socket;

  RawConnection(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawConnection send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Sends bytes. A connection that the server has closed meanwhile takes no more of them.
  RawConnection send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException _) {
      // What the server has answered is still to be read.
    }
    return this;
  }

  /// Reads until `text` has arrived.
  RawConnection await(String text) {
    try {
      InputStream in = socket.getInputStream();
      var read = new ByteArrayOutputStream();
      while (!read.toString(StandardCharsets.ISO_8859_1).contains(text)) {
        int next = in.read();
        if (next < 0) {
          throw new AssertionError("closed after: " + read);
        }
        read.write(next);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads until the server closes the connection.
  ///
  /// @throws AssertionError if it does not
  Answers untilClosed() {
    var read = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        read.write(next);
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server did not close the connection after: " + read, e);
    } catch (SocketException _) {
      // Closed while it had bytes that nobody read.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answers(read.toString(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
