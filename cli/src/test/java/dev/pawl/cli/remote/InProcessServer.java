package dev.pawl.cli.remote;

import dev.pawl.agent.limits.ResourceLimits;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.service.AgentDirectory;
import dev.pawl.cli.service.RunningAgent;
import dev.pawl.cli.service.RunningServer;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.connections.ConnectionLimits;
import dev.pawl.server.logs.LogLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// A server in this process, agents of it, and commands against it. Its administrator is logged in.
final class InProcessServer implements AutoCloseable {

  private final Path directory;
  private final RunningServer server;
  private final String adminToken;
  private final Deque<RunningAgent> agents = new ArrayDeque<>();

  InProcessServer(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.server =
        new RunningServer(
            new ServerData(directory.resolve("data"), Optional.empty()),
            new RunningServer.Options(
                "127.0.0.1",
                0,
                Deadlines.DEFAULT,
                ConnectionLimits.DEFAULT,
                LogLimits.DEFAULT,
                List.of(),
                ToolProfiles.NONE),
            _ -> {});
    this.adminToken = server.firstToken().text();
    InProcessCommand.pawl("login", url(), "--token-file", tokenFile(adminToken)).exits(0);
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  Path directory() {
    return directory;
  }

  String adminToken() {
    return adminToken;
  }

  /// A file with a token.
  String tokenFile(String token) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "token", ""), token).toString();
  }

  /// Runs a command that gets `--server`.
  CommandResult pawl(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--server", url(), "-C", directory.toString()));
    return InProcessCommand.pawl(line.toArray(String[]::new));
  }

  /// Starts an agent with a slot, and waits until it is connected.
  void startAgent(String name) {
    BearerToken token =
        BearerToken.parse(
                InProcessCommand.pawl(
                        "token", "agent", name, "--data", directory.resolve("data").toString())
                    .exits(0)
                    .out()
                    .strip())
            .orElseThrow();
    agents.push(
        new RunningAgent(
            AgentDirectory.at(directory.resolve(name)),
            new RunningAgent.Settings(
                List.of(URI.create(url())),
                token,
                "",
                List.of("linux"),
                1,
                HostOptions.defaults(),
                ResourceLimits.ofMachine(1),
                List.of())));
    Await.until("the agent is connected", () -> pawl("agents").out().contains(name));
  }

  @Override
  public void close() throws Exception {
    for (RunningAgent agent : agents) {
      agent.close();
    }
    server.close();
  }
}
