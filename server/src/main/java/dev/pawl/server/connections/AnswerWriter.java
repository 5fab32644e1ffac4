package dev.pawl.server.connections;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;

/// Writes the answers of a connection. What a client that is gone does not take is dropped, and
/// ends the connection: nobody is to blame, and the web server would log it with its stack trace.
///
/// @param isUpgraded whether it is a WebSocket, whose writer has to know
/// @param onGone called when the client is gone
record AnswerWriter(DataWriter network, BooleanSupplier isUpgraded, Runnable onGone)
    implements DataWriter {

  private void attempt(Runnable writing) {
    try {
      writing.run();
    } catch (UncheckedIOException e) {
      if (isUpgraded.getAsBoolean()) {
        throw e;
      }
      onGone.run();
    }
  }

  @Override
  public void write(BufferData... buffers) {
    attempt(() -> network.write(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    attempt(() -> network.write(buffer));
  }

  @Override
  public void writeNow(BufferData... buffers) {
    attempt(() -> network.writeNow(buffers));
  }

  @Override
  public void writeNow(BufferData buffer) {
    attempt(() -> network.writeNow(buffer));
  }

  @Override
  public void flush() {
    attempt(network::flush);
  }

  @Override
  public void close() {
    network.close();
  }
}
