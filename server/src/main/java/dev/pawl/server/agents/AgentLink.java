package dev.pawl.server.agents;

import dev.pawl.core.run.Origin;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;

/// Connection to one agent. Sending never blocks the loop: an agent that does not read loses its
/// connection.
public interface AgentLink {

  /// The org that the agent belongs to.
  default String org() {
    return Origin.DEFAULT_ORG;
  }

  void send(ServerMessage message);

  /// Sends a job, which may be large. A connection that takes time to send it takes it from the
  /// budget meanwhile.
  default void dispatch(JobDispatch job, DispatchBudget budget) {
    send(job);
  }

  /// Whether so much of the jobs before is unsent that another one should wait.
  default boolean isBusy() {
    return false;
  }

  /// Ends the connection, with a reason.
  void close(String reason);
}
