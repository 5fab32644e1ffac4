package dev.pawl.cli.service;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.checkout.Tree;
import dev.pawl.agent.exec.BaseEnvironment;
import dev.pawl.agent.exec.Hosting;
import dev.pawl.agent.exec.Ward;
import dev.pawl.agent.exec.Workspace;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.spool.FileSpool;
import dev.pawl.agent.wire.Servers;
import dev.pawl.cli.local.Problems;
import dev.pawl.cli.local.Version;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromServer;
import dev.pawl.server.auth.TokenText;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.StoreFailure;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An agent of a server. Started by its constructor; ends when it has been told to and is idle, or
/// when the server does not let it in.
public final class RunningAgent implements AutoCloseable {

  /// How somebody wants it to be.
  ///
  /// @param variables of the agent's own that jobs see too, beside the usual ones
  public record Wishes(
      List<URI> servers,
      TokenText token,
      String name,
      List<String> labels,
      int slots,
      Hosting hosting,
      List<String> variables) {

    /// Nothing of a secret is ever printed.
    @Override
    public String toString() {
      return "Wishes[%s]".formatted(name);
    }
  }

  private final Wishes wishes;
  private final Consumer<String> console;
  private final FileSpool spool;
  private final Ward ward;
  private final Servers servers;
  private final AgentLoop loop;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger stops = new AtomicInteger();
  private volatile boolean isRefused;

  public RunningAgent(AgentHome home, Wishes wishes, Consumer<String> console) {
    this.wishes = wishes;
    this.console = console;
    String id = wishes.token().id();
    this.spool = open(home, console); // from here on this is the only agent in its directory
    Workspace.endLeftovers(home.work(), home.marker());
    this.ward = ward(home.marker() + "-" + new Ids(InstantSource.system()).next());
    this.servers = new Servers(wishes.servers(), wishes.token().whole(), new Watch());
    this.loop = new AgentLoop(servers, this::broken);
    console.accept(ward.guarantee());
    loop.start(session(id, home));
  }

  private static FileSpool open(AgentHome home, Consumer<String> console) {
    try {
      return FileSpool.open(home.spool(), FileSpool.MOST, console);
    } catch (IOException e) {
      throw new StoreFailure(Problems.meaning(e), e);
    }
  }

  private static Ward ward(String token) {
    try {
      return Ward.open(token, System.getenv());
    } catch (IOException e) {
      throw new StoreFailure(
          "cannot start processes: %s; are setsid and sh installed?".formatted(e.getMessage()), e);
    }
  }

  private AgentSession session(String id, AgentHome home) {
    var workspace =
        new Workspace(
                new Tree.Remote(),
                home.work(),
                BaseEnvironment.of(System.getenv(), wishes.variables()),
                ward)
            .hostedBy(wishes.hosting().named(wishes.name()));
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
    return new AgentSession(identity, new Told(workspace, servers, loop::report, console), spool);
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
      console.accept("disconnected: " + why + (hasJobs() ? "; its jobs go on" : ""));
      loop.disconnected();
    }

    /// Once, not with every try.
    @Override
    public void unreachable(String why) {
      if (!why.equals(said)) {
        said = why;
        console.accept(why + "; trying again");
      }
    }

    @Override
    public void refused(String why) {
      console.accept(why + (hasJobs() ? "; its jobs are killed" : ""));
      isRefused = true;
      over.countDown();
    }
  }

  private boolean hasJobs() {
    return !loop.isIdle();
  }

  private void broken(Throwable fault) {
    console.accept("an internal error, please report it: " + fault);
    over.countDown();
  }

  /// Once: finishes its jobs, takes no others. Again: cancels them. Once more: kills them.
  public void stop() {
    try {
      switch (stops.incrementAndGet()) {
        case 1 -> {
          console.accept(
              hasJobs()
                  ? "draining: its jobs go on, no other is taken; again to cancel them"
                  : "stopping: it has no job");
          loop.drain();
          Thread.ofVirtual().start(this::endWhenIdle);
        }
        case 2 -> {
          console.accept("cancelling its jobs; again to kill them");
          loop.giveUp();
        }
        default -> {
          console.accept("killing its jobs");
          loop.abandon();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void endWhenIdle() {
    try {
      while (!loop.awaitIdle(Duration.ofMinutes(1))) {}
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

  /// Whatever still runs is killed.
  @Override
  public void close() {
    loop.abandon();
    try {
      boolean _ = loop.awaitIdle(Duration.ofSeconds(30));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    loop.close();
    servers.close();
    ward.close();
    try {
      spool.close();
    } catch (IOException _) {
      // The process ends.
    }
  }
}
