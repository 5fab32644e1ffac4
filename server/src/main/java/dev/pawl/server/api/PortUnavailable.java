package dev.pawl.server.api;

import org.jspecify.annotations.Nullable;

/// The server cannot listen on its port, mostly because another process does.
public final class PortUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1;

  PortUnavailable(String host, int port, @Nullable Throwable cause) {
    super(
        "cannot listen on %s:%d: the port is in use or not allowed. Choose another one with --listen."
            .formatted(host, port),
        cause);
  }
}
