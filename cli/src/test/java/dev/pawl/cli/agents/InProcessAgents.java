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
  private final List<InProcessAgent> agents;
  private final Thread owner;
  private volatile URI address;

  InProcessAgents(List<BearerToken> tokens, int port) {
    this.address = address(port);
    this.agents = tokens.stream().map(token -> new InProcessAgent(this, token)).toList();
    this.owner = Thread.ofPlatform().daemon().name("crowd").start(this::run);
  }

  private static URI address(int port) {
    return URI.create("ws://127.0.0.1:%d/api/v1/agents/connect".formatted(port));
  }

  /// Sets the server's port.
  void at(int port) {
    address = address(port);
  }

  URI address() {
    return address;
  }

  HttpClient client() {
    return client;
  }

  private void run() {
    try {
      while (true) {
        long next = System.nanoTime() + LOOK.toNanos();
        for (long left = LOOK.toNanos(); left > 0; left = next - System.nanoTime()) {
          Runnable event = events.poll(left, TimeUnit.NANOSECONDS);
          if (event != null) {
            event.run();
          }
        }
        agents.forEach(InProcessAgent::runDue);
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
  long registered() {
    return agents.stream().filter(InProcessAgent::isRegistered).count();
  }

  /// The number of agents that have a job.
  long busy() {
    return agents.stream().filter(member -> member.job() != null).count();
  }

  /// The number of agents whose job was cancelled.
  long cancelled() {
    return agents.stream().filter(InProcessAgent::isCancelled).count();
  }

  /// The agents with at most so many renewals.
  List<InProcessAgent> behind(int renewals) {
    return agents.stream().filter(member -> member.renewals() <= renewals).toList();
  }

  /// The highest number of lease renewals of any agent.
  int mostRenewals() {
    return agents.stream().mapToInt(InProcessAgent::renewals).max().orElseThrow();
  }

  /// Aborts all connections.
  void disconnect() {
    agents.forEach(InProcessAgent::disconnect);
  }

  /// Completes all jobs successfully.
  void finish() {
    forEachAgent(InProcessAgent::finish);
  }

  private void forEachAgent(Consumer<InProcessAgent> what) {
    agents.forEach(member -> post(() -> what.accept(member)));
  }

  @Override
  public void close() {
    owner.interrupt();
    disconnect();
    client.shutdownNow();
  }
}
