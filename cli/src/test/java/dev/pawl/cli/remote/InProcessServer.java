package dev.pawl.cli.remote;

import dev.pawl.agent.limits.ResourceLimits;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.cli.client.ServerAccess;
import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.configuration.ServerConfiguration;
import dev.pawl.cli.configuration.Setting;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.InProcessCommand;
import dev.pawl.cli.service.AgentDirectory;
import dev.pawl.cli.service.RunningAgent;
import dev.pawl.cli.service.RunningServer;
import dev.pawl.cli.service.ServerAuthority;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.server.api.document.Administration.NewTokenDocument;
import dev.pawl.server.api.document.Administration.TokenRequest;
import dev.pawl.server.api.document.Operations.AgentDocument;
import dev.pawl.server.api.document.Requests.CreatedRunDocument;
import dev.pawl.server.auth.BearerToken;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server in this process, agents of it, and commands against it. Its administrator is logged in.
final class InProcessServer implements AutoCloseable {

  private final Path directory;
  private final RunningServer server;
  private final String adminToken;
  private final Deque<RunningAgent> agents = new ArrayDeque<>();

  InProcessServer(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    var configuration =
        ServerConfiguration.of(
            Map.of(Setting.LISTEN, "127.0.0.1:0", Setting.DATA, "data"),
            Map.of(),
            Optional.empty(),
            directory);
    this.server = new RunningServer(configuration.data(), options(configuration), _ -> {});
    this.adminToken = server.firstToken().text();
    InProcessCommand.pawl("login", url(), "--token-file", tokenFile(adminToken)).exits(0);
  }

  private static RunningServer.Options options(ServerConfiguration configuration) {
    return new RunningServer.Options(
        configuration.host(),
        configuration.port(),
        configuration.deadlines(),
        configuration.connections(),
        configuration.logLimits(),
        configuration.rules(),
        ToolProfiles.NONE,
        Optional.empty(),
        configuration.retention(),
        configuration.requestRate(),
        configuration.publicUrl());
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
                ServerAuthority.context(Optional.empty()),
                token,
                "",
                List.of("linux"),
                1,
                HostOptions.defaults(),
                ResourceLimits.ofMachine(1),
                List.of())));
    Await.until("the agent is connected", () -> isConnected(name));
  }

  /// A client of the API.
  ServerClient client(String token) {
    return new ServerClient(
        new ServerAccess(
            URI.create(url()),
            ServerAuthority.context(Optional.empty()),
            Optional.of(token),
            Optional.of("default")));
  }

  private boolean isConnected(String name) {
    try (var client = client(adminToken)) {
      return client.list(client.inOrg("/agents"), AgentDocument.class, 100).stream()
          .anyMatch(agent -> agent.name().equals(name) && agent.connected());
    }
  }

  /// Writes a workflow, and starts a run of it. Returns its number.
  String submit(String workflow, String... options) throws IOException {
    Path file = Files.writeString(Files.createTempFile(directory, "w", ".yml"), workflow);
    List<String> line = new ArrayList<>(List.of("submit", file.toString()));
    line.addAll(List.of(options));
    String said = pawl(line.toArray(String[]::new)).exits(0).out();
    return said.replaceFirst("(?s)Run #(\\d+) started.*", "$1");
  }

  /// Starts a run of another person. Returns its number.
  long submitAs(String person, String workflow) {
    try (var admin = client(adminToken)) {
      var request = new TokenRequest("user", person, "runner", null, null, null);
      NewTokenDocument made = admin.post(admin.inOrg("/tokens"), request, NewTokenDocument.class);
      try (var client = client(made.token())) {
        return client
            .post(
                client.inOrg("/runs"),
                Map.of("file", "w.yml", "workflow", workflow),
                CreatedRunDocument.class)
            .number();
      }
    }
  }

  @Override
  public void close() {
    for (RunningAgent agent : agents) {
      agent.close();
    }
    server.close();
  }
}
