package dev.pawl.simulation.chaos;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/// An agent in this process: the production one, except for its connection and its jobs.
final class ChaosAgent implements AutoCloseable {

  private static final int SLOTS = 6;

  private final SocketDialler wire;
  private final AgentLoop loop;
  private final LedgerExecution execution;

  ChaosAgent(String id, IntUnaryOperator ports, JobLedger ledger, Consumer<Throwable> onFault) {
    this.wire = new SocketDialler(ports);
    this.loop = new AgentLoop(wire, onFault);
    wire.to(loop);
    var identity =
        new AgentRegister(id, id, List.of("linux"), SLOTS, "1", "Linux", "amd64", List.of());
    this.execution = new LedgerExecution(ledger, loop::report);
    loop.start(new AgentSession(identity, execution));
  }

  /// Whether it has a job.
  boolean isBusy() {
    return execution.isBusy();
  }

  /// It reaches no orchestrator from now on, and goes on working.
  void disconnect() {
    wire.cut(true);
  }

  void reconnect() {
    wire.cut(false);
  }

  @Override
  public void close() {
    wire.close();
    loop.close();
  }
}
