package dev.pawl.simulation.chaos;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.protocol.FromAgent.AgentRegister;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/// An agent in this process: the one that is shipped, but for its wire and its jobs.
final class Worker implements AutoCloseable {

  private static final int SLOTS = 6;

  private final Wire wire;
  private final AgentLoop loop;

  Worker(String id, IntUnaryOperator ports, Ledger ledger, Consumer<Throwable> onFault) {
    this.wire = new Wire(ports);
    this.loop = new AgentLoop(wire, onFault);
    wire.to(loop);
    var identity =
        new AgentRegister(id, id, List.of("linux"), SLOTS, "1", "Linux", "amd64", List.of());
    loop.start(new AgentSession(identity, new LedgerExecution(ledger, loop::report)));
  }

  @Override
  public void close() {
    wire.close();
    loop.close();
  }
}
