package dev.pawl.agent.story;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.exec.ProcessExecution;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The main class of an agent in a process of its own, to be killed. Runs the script of its third
/// argument, with the reaper token of its second, in the directory of its first.
public final class SingleJobAgent {

  public static void main(String[] args) throws Exception {
    Path tree = Path.of(args[0]);
    var reaper = ProcessReaper.open(args[1], System.getenv());
    var server = new ScriptedServer();
    var identity = new AgentRegister("a1", "a1", List.of("*"), 1, "1", "Linux", "x", List.of());
    var workspace =
        new WorkspaceProvider(
            new WorkspaceMode.Shared(tree),
            tree.resolveSibling("scratch"),
            System.getenv(),
            reaper);
    var agent = new AgentLoop(() -> server, server::broke);
    server.serves(agent);
    agent.start(new AgentSession(identity, new ProcessExecution(workspace, server, agent::report)));
    server.says(JobBuilder.job(args[2]).under("lease-1"));
    server.result();
  }

  /// Starts one.
  public static Process start(
      Path tree, String token, String script, Map<String, String> environment) throws IOException {
    var builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            SingleJobAgent.class.getName(),
            tree.toString(),
            token,
            script);
    builder.environment().putAll(environment);
    return builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private SingleJobAgent() {}
}
