package dev.pawl.cli.agents;

import dev.pawl.cli.Ended;
import dev.pawl.cli.Wait;
import dev.pawl.server.logs.LogFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A server and two agents, each behind a network of its own; one of them on a small disk.
final class Fleet implements AutoCloseable {

  /// In seconds: short, for leases are to expire.
  static final int LEASE_TTL = 3;

  static final int LEASE_MARGIN = 3;

  private final Disturbances disturbances = new Disturbances();
  private final SmallDisk disk;
  private final Server server;
  private final Api api;
  private final List<Agent> agents;

  Fleet(Path directory) {
    this.disk = new SmallDisk(directory.resolve("small"));
    this.server =
        new Server(
            directory,
            "--heartbeat",
            "1",
            "--lease-ttl",
            Integer.toString(LEASE_TTL),
            "--lease-margin",
            Integer.toString(LEASE_MARGIN));
    this.api = new Api(server.port(), server.token());
    this.agents =
        List.of(
            agent("a", directory.resolve("large").resolve("a")),
            agent("b", directory.resolve("small").resolve("b")));
  }

  private Agent agent(String name, Path workdir) {
    workdir.toFile().mkdirs();
    return new Agent(name, server.agentToken(name), workdir, server.port(), "--slots", "2");
  }

  Server server() {
    return server;
  }

  Api api() {
    return api;
  }

  List<Agent> agents() {
    return agents;
  }

  SmallDisk disk() {
    return disk;
  }

  /// Who is on the small disk.
  Agent onSmallDisk() {
    return agents.getLast();
  }

  Disturbances disturbances() {
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

  void kill(Agent agent) {
    Instant before = Instant.now();
    agent.kill();
    disturbances.killed(agent.name(), before, Instant.now());
  }

  /// What the server has of a step's log.
  String log(Told.Outcome outcome, int step) {
    var found =
        new LogFiles(server.logs())
            .newest(
                new dev.pawl.core.run.RunId(outcome.attempt().run()),
                outcome.job(),
                outcome.attempt().number(),
                step);
    return found.map(log -> new String(log.bytes(0, 1 << 20), StandardCharsets.UTF_8)).orElse("");
  }

  /// Everybody ends as they are to end: idle, and without a complaint.
  void retire() {
    for (Agent agent : agents) {
      agent.signal("TERM");
    }
    for (Agent agent : agents) {
      Ended _ = agent.end().exits(0);
    }
    Ended _ = server.terminate().exits(0);
  }

  /// Waits until both are connected, and nothing more.
  void awaitAgents() {
    agents.forEach(
        agent -> Wait.until(() -> agent.console(), () -> agent.console().contains("connected to")));
  }

  @Override
  public void close() {
    agents.forEach(Agent::close);
    api.close();
    server.close();
    disk.close();
  }
}
