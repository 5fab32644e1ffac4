package dev.pawl.cli.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.agents.FaultProxy.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of [FaultProxy].
class FaultProxyTest {

  private final FaultProxy proxy = new FaultProxy();
  private final ServerSocket echo = listening();

  private static ServerSocket listening() {
    try {
      return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void listen() {
    proxy.leadTo(echo.getLocalPort());
    Thread.ofVirtual()
        .start(() -> {
          try {
            while (true) {
              Socket one = echo.accept();
              Thread.ofVirtual().start(() -> answer(one));
            }
          } catch (IOException _) {
            // The test is over.
          }
        });
  }

  private static void answer(Socket one) {
    try (one) {
      one.getInputStream().transferTo(one.getOutputStream());
    } catch (IOException _) {
      // It was broken off.
    }
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    echo.close();
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(200);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static String read(Socket socket, int bytes) throws IOException {
    socket.setSoTimeout(60_000);
    String text = new String(socket.getInputStream().readNBytes(bytes), UTF_8);
    socket.setSoTimeout(200);
    return text;
  }

  @Test
  void bytesArrive() throws IOException {
    try (Socket socket = connect()) {
      write(socket, "hello");
      assertThat(read(socket, 5)).isEqualTo("hello");
    }
  }

  @Test
  void splitBytesArriveComplete() throws IOException {
    proxy.split(true);
    try (Socket socket = connect()) {
      write(socket, "a long sentence of several pieces");
      assertThat(read(socket, 33)).isEqualTo("a long sentence of several pieces");
    }
  }

  @Test
  void stalledBytesWait() throws IOException {
    proxy.stall(Way.TO_AGENT);
    try (Socket socket = connect()) {
      write(socket, "hello");
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      proxy.flow();

      assertThat(read(socket, 5)).isEqualTo("hello");
    }
  }

  @Test
  void oneChunkIsDuplicated() throws IOException {
    proxy.duplicate(Way.TO_SERVER);
    try (Socket socket = connect()) {
      write(socket, "one");
      assertThat(read(socket, 6)).isEqualTo("oneone");
      write(socket, "two");
      assertThat(read(socket, 3)).isEqualTo("two");
    }
  }

  @Test
  void aCutConnectionBreaksUntilMended() throws IOException {
    try (Socket socket = connect()) {
      write(socket, "hello");
      assertThat(read(socket, 5)).isEqualTo("hello");

      proxy.cut();

      assertThatThrownBy(() -> read(socket, 1)).isInstanceOf(IOException.class);
    }
    proxy.mend();
    try (Socket again = connect()) {
      write(again, "hello");
      assertThat(read(again, 5)).isEqualTo("hello");
    }
  }
}
