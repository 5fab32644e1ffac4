package dev.pawl.agent.logs;

import dev.pawl.protocol.LogFrame;

/// The way of log bytes to the server. May block while the server is busy, which slows the job down
/// and bounds what is on its way.
public interface LogLink {

  void send(LogFrame frame);
}
