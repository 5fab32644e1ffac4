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

/// The agent of this process: its identity and its workspaces. Every process has its own agent in
/// the store, so that two processes do not share slots.
///
/// @param owner the orchestrator in this process
record LocalAgent(String owner, Project project, LocalRunSettings settings, ProcessReaper reaper) {

  private static final String NAME = "local";
  private static final int SUFFIX = 8;

  /// The agent's id, derived from the random end of its owner's id.
  static String idOf(String owner) {
    return NAME + "-" + owner.substring(owner.length() - SUFFIX);
  }

  /// Whether it is the id of a local agent, and not of a server's.
  static boolean isId(String agent) {
    return agent.matches(NAME + "-[0-9a-f]{" + SUFFIX + "}");
  }

  String id() {
    return idOf(owner);
  }

  AgentRegister identity() {
    return new AgentRegister(
        id(),
        NAME,
        List.of("*"),
        settings.options().slots(),
        PawlVersion.TEXT,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        List.of());
  }

  /// The directory that exists only while the process runs.
  Path work() {
    return project.work().resolve(owner);
  }

  WorkspaceProvider workspace() {
    return new WorkspaceProvider(
        settings.options().isIsolated()
            ? new WorkspaceMode.Fresh(project.directory())
            : new WorkspaceMode.Shared(project.directory()),
        work(),
        environment(),
        reaper);
  }

  /// The environment of jobs: that of this process, with the locale from before the launcher set
  /// one for the JVM, without the variables of git hooks, and without secrets, which steps see
  /// through the `secrets` context only.
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    GitEnvironmentVariables.dropFrom(environment);
    environment.keySet().removeAll(settings.options().secretVariables());
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
