package dev.pawl.cli.service;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.checkout.Tree;
import dev.pawl.agent.exec.JobExecution;
import dev.pawl.agent.exec.Summaries;
import dev.pawl.agent.exec.Ward;
import dev.pawl.agent.exec.Workspace;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.wire.Servers;
import dev.pawl.cli.local.Version;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromServer;
import dev.pawl.server.auth.TokenText;
import dev.pawl.server.runtime.StoreFailure;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An agent of a server. Started by its constructor; ends when it has been told to and is idle, or
/// when the server does not let it in.
public final class RunningAgent implements AutoCloseable {

  /// How somebody wants it to be.
  public record Wishes(
      List<URI> servers, String token, String name, List<String> labels, int slots) {

    /// Nothing of a secret is ever printed.
    @Override
    public String toString() {
      return "Wishes[%s]".formatted(name);
    }
  }

  private final Wishes wishes;
  private final Consumer<String> console;
  private final AgentLoop loop;
  private final Servers servers;
  private final Ward ward;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger stops = new AtomicInteger();
  private volatile boolean isRefused;

  public RunningAgent(AgentHome home, Wishes wishes, Consumer<String> console) {
    this.wishes = wishes;
    this.console = console;
    String id =
        TokenText.parse(wishes.token())
            .map(TokenText::id)
            .orElseThrow(() -> new StoreFailure("that is no token of an agent"));
    this.ward = open(UUID.randomUUID().toString());
    this.servers = new Servers(wishes.servers(), wishes.token(), new Watch());
    this.loop = new AgentLoop(servers, this::broken);
    var workspace =
        new Workspace(
            new Tree.Fresh(home.work()),
            home.work(),
            new Summaries(home.directory().resolve("summaries")),
            Map.of("PATH", String.valueOf(System.getenv("PATH"))),
            ward);
    var identity =
        new AgentRegister(
            id,
            wishes.name(),
            wishes.labels(),
            wishes.slots(),
            Version.TEXT,
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            List.of());
    loop.start(new AgentSession(identity, new JobExecution(workspace, servers, loop::report)));
  }

  private static Ward open(String token) {
    try {
      return Ward.open(token, System.getenv());
    } catch (IOException e) {
      throw new StoreFailure("cannot start processes: " + e.getMessage(), e);
    }
  }

  private final class Watch implements Servers.Watcher {

    private @Nullable String said;

    @Override
    public void heard(FromServer message) throws InterruptedException {
      loop.heard(message);
    }

    @Override
    public void connected(URI server) {
      said = null;
      console.accept("connected to %s as %s".formatted(server, wishes.name()));
    }

    @Override
    public void disconnected(String why) throws InterruptedException {
      console.accept("disconnected: " + why);
      loop.disconnected();
    }

    /// Once, not with every try.
    @Override
    public void unreachable(String why) {
      if (!why.equals(said)) {
        said = why;
        console.accept("%s; trying again".formatted(why));
      }
    }

    @Override
    public void refused(String why) {
      console.accept(why);
      isRefused = true;
      over.countDown();
    }
  }

  private void broken(Throwable fault) {
    console.accept("an internal error, please report it: " + fault);
    over.countDown();
  }

  /// Once: finishes its jobs, takes no others. Again: cancels them. Once more: kills them.
  public void stop() {
    switch (stops.incrementAndGet()) {
      case 1 -> {
        console.accept("draining: finishing what it has; again to cancel that");
        Thread.ofVirtual().start(this::drain);
      }
      case 2 -> console.accept("cancelling its jobs; again to kill them");
      default -> {
        console.accept("killing its jobs");
        loop.abandon();
      }
    }
  }

  private void drain() {
    try {
      loop.drain();
      while (!loop.awaitIdle(java.time.Duration.ofHours(1))) {}
      over.countDown();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits for its end. Whether it was let in.
  public boolean await() throws InterruptedException {
    over.await();
    return !isRefused;
  }

  @Override
  public void close() {
    loop.abandon();
    loop.close();
    servers.close();
    ward.close();
  }
}
