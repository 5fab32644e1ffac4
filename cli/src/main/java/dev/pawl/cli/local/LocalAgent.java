package dev.pawl.cli.local;

import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.cli.git.GitEnvironmentVariables;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the agent of this process is, and where its jobs run. Every process has one of its own in
/// the store, so that two of them do not share slots.
///
/// @param owner the orchestrator in this process
record LocalAgent(String owner, Project project, LocalRunSettings wishes, ProcessReaper ward) {

  private static final String NAME = "local";
  private static final int SUFFIX = 8;

  /// The agent of an owner, whose id ends in chance.
  static String idOf(String owner) {
    return NAME + "-" + owner.substring(owner.length() - SUFFIX);
  }

  String id() {
    return idOf(owner);
  }

  AgentRegister identity() {
    return new AgentRegister(
        id(),
        NAME,
        List.of("*"),
        wishes.slots(),
        PawlVersion.TEXT,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        List.of());
  }

  /// What is only there while the process is.
  Path work() {
    return project.work().resolve(owner);
  }

  WorkspaceProvider workspace() {
    return new WorkspaceProvider(
        wishes.isIsolated()
            ? new WorkspaceMode.Fresh(project.directory())
            : new WorkspaceMode.Shared(project.directory()),
        work(),
        environment(),
        ward);
  }

  /// That of this process, as it was before the launcher gave the JVM a locale that it can work in;
  /// without what a git hook is told of its repository, and without the variables that are secrets:
  /// steps see those by `secrets` only.
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    GitEnvironmentVariables.dropFrom(environment);
    environment.keySet().removeAll(wishes.withheldVariables());
    String locale = environment.remove("PAWL_LC_ALL");
    if (locale != null) {
      environment.remove("LC_ALL");
      if (!locale.equals("unset")) {
        environment.put("LC_ALL", locale);
      }
    }
    return environment;
  }
}
