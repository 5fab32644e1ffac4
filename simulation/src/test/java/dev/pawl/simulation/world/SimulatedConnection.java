package dev.pawl.simulation.world;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.DispatchBudget;

/// A connection between an agent and an orchestrator: two ordered streams of messages, and one of
/// log bytes that messages may overtake.
///
/// A loss takes everything from some point on, and the connection with it.
public final class SimulatedConnection {

  /// Milliseconds until a dispatch is written.
  private static final long WRITING = 200;

  private final SimulatedNetwork network;
  private final NetworkedAgent agent;
  private final SimulatedOrchestrator orchestrator;
  private final AgentLink serverEnd = new ServerEnd();
  private long lastUp;
  private long lastLog;
  private long lastDown;
  private long upBlockedUntil;
  private long downBlockedUntil;
  private boolean isOpen = true;
  private boolean isRegistered;

  SimulatedConnection(
      SimulatedNetwork network, NetworkedAgent agent, SimulatedOrchestrator orchestrator) {
    this.network = network;
    this.agent = agent;
    this.orchestrator = orchestrator;
  }

  private final class ServerEnd implements AgentLink {
    @Override
    public void send(ServerMessage message) {
      if (isOpen && orchestrator.says() && network.isSent(message)) {
        ServerMessage carried = network.answered(agent, message);
        lastDown = network.arrival(SimulatedConnection.this, lastDown, downBlockedUntil);
        network.at(lastDown, () -> down(carried));
      }
    }

    /// It takes memory until it is written, which is some time before it arrives, or never does.
    @Override
    public void dispatch(JobDispatch job, DispatchBudget budget) {
      long bytes = job.inputs().contexts().length();
      budget.take(bytes);
      send(job);
      network.in(WRITING, () -> budget.release(bytes));
    }

    @Override
    public void close(String reason) {
      network.trace().say("%s closes on %s: %s", orchestrator, agent, reason);
      lose();
    }
  }

  /// Sends a message of the agent.
  public void send(AgentMessage message) {
    if (isOpen) {
      AgentMessage carried = network.carried(message);
      network.said(agent, message);
      lastUp = network.arrival(this, lastUp, upBlockedUntil) + network.stuck(message);
      network.at(lastUp, () -> up(carried));
    }
  }

  private void up(AgentMessage message) {
    if (isOpen && orchestrator.isAlive()) {
      network.trace().say("%s to %s: %s", agent, orchestrator, message);
      isRegistered |= message instanceof AgentMessage.AgentRegister;
      orchestrator.heard(message, serverEnd);
      if (network.isTwice()) {
        orchestrator.heard(message, serverEnd);
      }
    }
  }

  /// Sends log bytes of the agent.
  public void send(LogFrame frame) {
    if (isOpen) {
      LogFrame carried = network.carried(frame);
      lastLog = network.arrival(this, lastLog, upBlockedUntil);
      network.at(lastLog, () -> up(carried));
    }
  }

  private void up(LogFrame frame) {
    if (isOpen && orchestrator.isAlive()) {
      orchestrator.heard(frame, agent.name(), serverEnd);
      if (network.isTwice()) {
        orchestrator.heard(frame, agent.name(), serverEnd);
      }
    }
  }

  private void down(ServerMessage message) {
    if (isOpen) {
      network.trace().say("%s to %s: %s", orchestrator, agent, message);
      agent.heard(message, this);
    }
  }

  /// Breaks the connection, with all messages in flight. Each end notices it later, at a time of
  /// its own.
  public void lose() {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    network.trace().say("%s and %s lose their connection", agent, orchestrator);
    orchestrator.disconnected(this);
    network.in(network.untilNoticed(), () -> agent.disconnected(this));
    network.in(network.untilNoticed(), () -> orchestrator.gone(serverEnd));
  }

  void block(boolean up, boolean down, long until) {
    upBlockedUntil = up ? until : upBlockedUntil;
    downBlockedUntil = down ? until : downBlockedUntil;
  }

  /// Ends all blocks of this connection.
  void unblock() {
    upBlockedUntil = 0;
    downBlockedUntil = 0;
  }

  boolean isOf(NetworkedAgent other) {
    return agent.equals(other);
  }

  boolean isOf(String name) {
    return agent.name().equals(name);
  }

  /// Whether the orchestrator has received the agent's registration: until then, it dispatches to
  /// the connection before this one.
  boolean isRegistered() {
    return isRegistered;
  }

  public boolean isOpen() {
    return isOpen;
  }

  public SimulatedOrchestrator orchestrator() {
    return orchestrator;
  }
}
