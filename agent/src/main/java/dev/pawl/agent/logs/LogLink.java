package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;

/// A connection for log frames. Sending neither blocks nor fails, and the windows of the leases
/// bound what is in flight. Frames that are lost with a connection are sent again on the next.
public interface LogLink {

  void send(LogFrame frame);
}
