package dev.pawl.server.api;

import org.jspecify.annotations.Nullable;

/// The server cannot listen on its port, mostly because another process does.
public final class PortUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1;

  PortUnavailable(String host, int port, @Nullable Throwable cause) {
    super(
        "cannot listen on %s:%d: is it in use? Choose another port with --listen."
            .formatted(host, port),
        cause);
  }
}
