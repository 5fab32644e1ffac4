package dev.pawl.simulation.world;

import dev.pawl.protocol.ServerMessage;
import dev.pawl.simulation.monitor.AgentMachine;

/// An agent as the network sees it.
public interface NetworkedAgent extends AgentMachine {

  void heard(ServerMessage message, SimulatedConnection connection);

  void disconnected(SimulatedConnection connection);
}
