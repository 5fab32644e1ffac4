package dev.pawl.architecture.offenders.cli;

import dev.pawl.architecture.offenders.agent.AgentThatSeesTheServer;
import dev.pawl.architecture.offenders.server.ServerThatSeesTheAgent;
import java.util.List;

/// Keeps the rules.
final class CommandLineThatSeesAll {
  static final List<Class<?>> ALL =
      List.of(AgentThatSeesTheServer.class, ServerThatSeesTheAgent.class);

  private CommandLineThatSeesAll() {}
}
