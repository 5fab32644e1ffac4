package dev.pawl.cli.faults;

import dev.pawl.cli.agents.AgentProcess;
import dev.pawl.cli.agents.RunApiClient;
import dev.pawl.cli.agents.ServerProcess;
import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.SmallDisk;
import dev.pawl.server.logs.LogFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A server and two agents, each behind a [FaultProxy], one of them on a small disk.
final class AgentTestbed implements AutoCloseable {

  /// In seconds; short, so that leases expire.
  static final int LEASE_TTL = 3;

  static final int LEASE_MARGIN = 4;

  private final FaultLog disturbances = new FaultLog();
  private final SmallDisk disk;
  private final ServerProcess server;
  private final RunApiClient api;
  private final List<AgentProcess> agents;

  AgentTestbed(Path directory) {
    this.disk = new SmallDisk(directory.resolve("small"), "8m");
    this.server =
        new ServerProcess(
            directory,
            "--heartbeat",
            "1",
            "--lease-ttl",
            Integer.toString(LEASE_TTL),
            "--lease-margin",
            Integer.toString(LEASE_MARGIN));
    this.api = new RunApiClient(server.port(), server.token());
    this.agents =
        List.of(
            agent("a", directory.resolve("large").resolve("a")),
            agent("b", directory.resolve("small").resolve("b")));
  }

  private AgentProcess agent(String name, Path workdir) {
    workdir.toFile().mkdirs();
    return new AgentProcess(name, server.agentToken(name), workdir, server.port(), "--slots", "2");
  }

  ServerProcess server() {
    return server;
  }

  RunApiClient api() {
    return api;
  }

  List<AgentProcess> agents() {
    return agents;
  }

  SmallDisk disk() {
    return disk;
  }

  /// The agent on the small disk.
  AgentProcess onSmallDisk() {
    return agents.getLast();
  }

  FaultLog disturbances() {
    return disturbances;
  }

  void killServer() {
    server.kill();
  }

  void startServer() {
    server.start();
    api.at(server.port());
    agents.forEach(agent -> agent.proxy().leadTo(server.port()));
  }

  void kill(AgentProcess agent) {
    Instant before = Instant.now();
    agent.kill();
    disturbances.killed(agent.name(), before, Instant.now());
  }

  /// The server's log of a step.
  String log(ServerStoreReader.Outcome outcome, int step) {
    var found =
        new LogFiles(server.logs())
            .newest(
                new dev.pawl.core.identity.RunId(outcome.attempt().run()),
                outcome.job(),
                outcome.attempt().number(),
                step);
    return found.map(log -> new String(log.bytes(0, 1 << 20), StandardCharsets.UTF_8)).orElse("");
  }

  /// Stops all processes, which must end idle and without an error.
  void retire() {
    for (AgentProcess agent : agents) {
      agent.signal("TERM");
    }
    for (AgentProcess agent : agents) {
      CommandResult _ = agent.end().exits(0);
    }
    CommandResult _ = server.terminate().exits(0);
  }

  /// Waits until both agents are connected.
  void awaitAgents() {
    agents.forEach(agent ->
        Await.until(() -> agent.console(), () -> agent.console().contains("connected to")));
  }

  @Override
  public void close() {
    agents.forEach(AgentProcess::close);
    api.close();
    server.close();
    disk.close();
  }
}
