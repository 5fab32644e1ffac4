package dev.pawl.cli.service;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.limits.ResourceLimits;
import dev.pawl.agent.process.BootClock;
import dev.pawl.agent.process.LimitGroups;
import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.spool.FileSpool;
import dev.pawl.agent.supervision.ProcessReaper;
import dev.pawl.agent.wire.WebSocketConnector;
import dev.pawl.agent.workspace.BaseEnvironment;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.agent.workspace.WorkspaceMode;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ErrorExit;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.local.PawlVersion;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.auth.BearerToken;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running agent of a server. Started by the constructor; ends when it has been stopped and is
/// idle, or when the server rejects it.
public final class RunningAgent implements AutoCloseable {

  /// The settings of an agent, from the options of `pawl agent`.
  ///
  /// @param tls trusts the servers that speak TLS
  /// @param name empty for the name of its token
  /// @param variables the agent's environment variables that jobs see, besides the usual ones
  public record Settings(
      List<URI> servers,
      SSLContext tls,
      BearerToken token,
      String name,
      List<String> labels,
      int slots,
      HostOptions hosting,
      ResourceLimits limits,
      List<String> variables) {

    /// Without the token.
    @Override
    public String toString() {
      return "Settings[%s]".formatted(token.id());
    }
  }

  /// Why an agent has ended.
  public enum End {
    /// It was stopped by a signal, and has no job left.
    STOPPED,
    /// The server does not authenticate it.
    REJECTED,
    /// A bug has ended it; the stack trace is in its log.
    FAILED
  }

  private static final Logger LOG = LoggerFactory.getLogger(RunningAgent.class);

  /// The time in which the agent ends after its jobs are to be killed, whatever hangs.
  private static final Duration END_TIMEOUT = Duration.ofSeconds(60);

  private final Settings settings;
  private final FileSpool spool;
  private final ProcessReaper reaper;
  private final LimitGroups limits;
  private final WebSocketConnector servers;
  private final AgentLoop loop;
  private final LoggingExecution execution;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicInteger stops = new AtomicInteger();
  private volatile End end = End.STOPPED;
  private volatile String name;

  public RunningAgent(AgentDirectory agentDirectory, Settings settings) {
    ErrorExit.coverExceptions();
    this.settings = settings;
    this.name = settings.name();
    String id = settings.token().id();
    this.spool = open(agentDirectory); // from here on this is the only agent in its directory
    WorkspaceProvider.removeOrphans(agentDirectory.work(), agentDirectory.marker());
    String token = agentDirectory.marker() + "-" + newId();
    this.reaper = reaper(token);
    this.limits = LimitGroups.open(token, reaper.group(), settings.limits());
    reaper.removeAtEnd(limits.groups());
    this.servers =
        new WebSocketConnector(
            settings.servers(), settings.token().text(), settings.tls(), new Watch());
    this.loop = new AgentLoop(servers, this::broken, BootClock::nanoTime);
    this.execution = new LoggingExecution(workspace(agentDirectory), servers, loop::report);
    boolean areApart = settings.hosting().slots().areApart();
    LOG.info(reaper.guarantee(areApart));
    LOG.info(limits.guarantee(areApart));
    loop.start(session(id, agentDirectory));
  }

  private static FileSpool open(AgentDirectory agentDirectory) {
    try {
      return FileSpool.open(agentDirectory.spool(), FileSpool.DEFAULT_LIMIT, LOG::warn);
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot use the working directory '%s': %s"
              .formatted(agentDirectory.directory(), FileErrorMessages.describe(e)),
          e);
    }
  }

  private static ProcessReaper reaper(String token) {
    try {
      return ProcessReaper.open(token, System.getenv());
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot start processes: %s. Install setsid and sh.".formatted(e.getMessage()), e);
    }
  }

  private static String newId() {
    return new IdGenerator(InstantSource.system()).next();
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException _) {
      return "unknown";
    }
  }

  private WorkspaceProvider workspace(AgentDirectory agentDirectory) {
    return new WorkspaceProvider(
            new WorkspaceMode.Remote(),
            agentDirectory.work(),
            BaseEnvironment.of(System.getenv(), settings.variables()),
            reaper)
        .withHost(settings.hosting().withName(() -> name).withLimits(limits));
  }

  private AgentSession session(String id, AgentDirectory agentDirectory) {
    var identity =
        new AgentRegister(
            id,
            settings.name(),
            settings.labels(),
            settings.slots(),
            PawlVersion.TEXT,
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            List.of(),
            new Instance(agentDirectory.instance(), newId(), false, hostName()));
    return new AgentSession(identity, execution, spool);
  }

  private final class Watch implements WebSocketConnector.ConnectionListener {

    private @Nullable String said;

    @Override
    public void received(ServerMessage message) throws InterruptedException {
      loop.receive(message);
    }

    @Override
    public void connected(URI server, String as) {
      said = null;
      name = as;
      LOG.atInfo()
          .addKeyValue("agent", settings.token().id())
          .log("connected to {} as '{}'", server, as);
    }

    @Override
    public void disconnected(String why) throws InterruptedException {
      LOG.warn("disconnected: {}{}", why, execution.isExecuting() ? "; its jobs continue" : "");
      loop.disconnected();
    }

    /// Reports a failure once, not with every retry.
    @Override
    public void unreachable(String why) {
      if (!why.equals(said)) {
        said = why;
        LOG.warn("{}; trying again", why);
      }
    }

    /// As [#unreachable]: reported once.
    @Override
    public void tokenInUse(String why) throws InterruptedException {
      if (!why.equals(said)) {
        said = why;
        LOG.warn(
            "this agent's token is {}. It connects by itself when that agent is gone; to use both,"
                + " make another token with pawl token agent",
            why);
      }
      loop.disconnected();
    }

    @Override
    public void rejected(String why) {
      LOG.error("{}{}", why, hasJobs() ? "; its jobs are killed" : "");
      end = End.REJECTED;
      over.countDown();
    }
  }

  private boolean hasJobs() {
    return !loop.isIdle();
  }

  private void broken(Throwable fault) {
    LOG.error("the agent stops after an internal error: {}", fault.toString());
    end = End.FAILED;
    ErrorExit.haltWithin(END_TIMEOUT);
    over.countDown();
  }

  /// The first call drains: jobs finish and no new ones are taken. The second cancels the jobs, the
  /// third kills them.
  public void stop() {
    try {
      switch (stops.incrementAndGet()) {
        case 1 -> {
          LOG.info(
              hasJobs()
                  ? "draining: its jobs continue, no other is accepted; signal again to cancel them"
                  : "stopping: it has no job");
          loop.drain();
          Thread.ofVirtual().start(this::endWhenIdle);
        }
        case 2 -> {
          LOG.info("cancelling its jobs; signal again to kill them");
          loop.stopJobs();
        }
        default -> {
          LOG.warn("killing its jobs");
          ErrorExit.haltWithin(END_TIMEOUT);
          loop.killJobs();
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

  /// Waits for its end, and says why it ended.
  public End await() throws InterruptedException {
    over.await();
    return end;
  }

  /// Kills what is still running.
  @Override
  public void close() {
    loop.killJobs();
    try {
      boolean _ = loop.awaitIdle(Duration.ofSeconds(30));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    loop.close();
    servers.close();
    reaper.close();
    try {
      spool.close();
    } catch (IOException _) {
      // The process is ending.
    }
  }
}
