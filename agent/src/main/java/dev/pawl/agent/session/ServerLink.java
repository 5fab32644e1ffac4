package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent;
import dev.pawl.protocol.LogFrame;

/// The way to the server. May block while the server is busy, which slows the job down and bounds
/// what is on its way.
public interface ServerLink {

  void send(FromAgent message);

  void send(LogFrame frame);
}
