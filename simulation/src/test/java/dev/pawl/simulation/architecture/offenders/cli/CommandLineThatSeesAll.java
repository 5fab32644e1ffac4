package dev.pawl.simulation.architecture.offenders.cli;

import dev.pawl.simulation.architecture.offenders.agent.AgentThatSeesTheServer;
import dev.pawl.simulation.architecture.offenders.server.ServerThatSeesTheAgent;
import java.util.List;

/// Keeps the rules.
final class CommandLineThatSeesAll {
  static final List<Class<?>> ALL =
      List.of(AgentThatSeesTheServer.class, ServerThatSeesTheAgent.class);

  private CommandLineThatSeesAll() {}
}
