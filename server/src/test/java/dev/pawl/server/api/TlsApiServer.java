package dev.pawl.server.api;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// An [ApiServer] with TLS.
public final class TlsApiServer implements AutoCloseable {

  private final ApiServer server;

  public TlsApiServer(Path directory, SSLContext tls) {
    server = new ApiServer(directory, Optional.of(tls));
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }
}
