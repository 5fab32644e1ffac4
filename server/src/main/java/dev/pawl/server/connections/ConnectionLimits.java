package dev.pawl.server.connections;

import java.time.Duration;

/// Limits of the connections to the HTTP port. Those of agents, once they are WebSockets, only
/// count: pings find the dead ones.
///
/// @param total most connections
/// @param perAddress most connections from one address. Behind a proxy all have the same
/// @param head longest time from the first byte of a request to the end of its headers
/// @param request longest time from there to the end of the answer, the body included
/// @param idle longest time between two requests
/// @param body largest body of a request in bytes
public record ConnectionLimits(
    int total, int perAddress, Duration head, Duration request, Duration idle, int body) {

  private static final int DEFAULT_BODY = 2 * 1024 * 1024;

  /// Limits with the default for bodies.
  public ConnectionLimits(
      int total, int perAddress, Duration head, Duration request, Duration idle) {
    this(total, perAddress, head, request, idle, DEFAULT_BODY);
  }

  /// Nobody notices these but those who attack: thousands of agents may share one proxy.
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(
          10_000, 5_000, Duration.ofSeconds(15), Duration.ofMinutes(2), Duration.ofSeconds(75));
}
