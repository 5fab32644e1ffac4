package dev.pawl.simulation.world;

import dev.pawl.protocol.FromServer;
import dev.pawl.simulation.judge.Body;

/// An agent, as the network knows it.
public interface NetworkedAgent extends Body {

  void heard(FromServer message, Connection connection);

  void disconnected(Connection connection);
}
