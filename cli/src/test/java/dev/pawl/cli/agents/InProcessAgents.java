package dev.pawl.cli.agents;

import dev.pawl.server.auth.BearerToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Many agents in one process: real sessions, each with its own connection, whose jobs do nothing
/// until the test ends them. One thread owns all agents.
final class InProcessAgents implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(100);

  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final long origin = System.nanoTime();
  private final List<InProcessAgent> members;
  private final Thread owner;
  private volatile URI door;

  InProcessAgents(List<BearerToken> tokens, int port) {
    this.door = door(port);
    this.members = tokens.stream().map(token -> new InProcessAgent(this, token)).toList();
    this.owner = Thread.ofPlatform().daemon().name("crowd").start(this::live);
  }

  private static URI door(int port) {
    return URI.create("ws://127.0.0.1:%d/api/v1/agents/connect".formatted(port));
  }

  /// Sets the server's port.
  void at(int port) {
    door = door(port);
  }

  URI door() {
    return door;
  }

  HttpClient client() {
    return client;
  }

  private void live() {
    try {
      while (true) {
        long next = System.nanoTime() + LOOK.toNanos();
        for (long left = LOOK.toNanos(); left > 0; left = next - System.nanoTime()) {
          Runnable event = events.poll(left, TimeUnit.NANOSECONDS);
          if (event != null) {
            event.run();
          }
        }
        members.forEach(InProcessAgent::look);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Runs an event on the owner's thread.
  void post(Runnable event) {
    events.add(event);
  }

  Duration now() {
    return Duration.ofNanos(System.nanoTime() - origin);
  }

  /// The number of agents that are registered on their current connection.
  long welcome() {
    return members.stream().filter(InProcessAgent::isWelcome).count();
  }

  /// The number of agents that have a job.
  long busy() {
    return members.stream().filter(member -> member.job() != null).count();
  }

  /// The number of agents whose job was cancelled.
  long robbed() {
    return members.stream().filter(InProcessAgent::isRobbed).count();
  }

  /// The lowest number of lease renewals of any agent.
  int fewestBeats() {
    return members.stream().mapToInt(InProcessAgent::beats).min().orElseThrow();
  }

  int mostBeats() {
    return members.stream().mapToInt(InProcessAgent::beats).max().orElseThrow();
  }

  /// Aborts all connections.
  void cutOff() {
    members.forEach(InProcessAgent::cutOff);
  }

  /// Completes all jobs successfully.
  void finish() {
    each(InProcessAgent::finish);
  }

  private void each(Consumer<InProcessAgent> what) {
    members.forEach(member -> post(() -> what.accept(member)));
  }

  @Override
  public void close() {
    owner.interrupt();
    cutOff();
    client.shutdownNow();
  }
}
