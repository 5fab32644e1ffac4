package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;

/// The way of log bytes to the server, while the server has taken notice of the agent. Sending
/// takes the frame and returns: it neither blocks nor fails, and what is on its way is bounded by
/// the windows of the leases. What has no way, or is lost with its connection, is sent again on the
/// next.
public interface LogLink {

  void send(LogFrame frame);
}
