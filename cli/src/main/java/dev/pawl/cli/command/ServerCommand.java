package dev.pawl.cli.command;

import dev.pawl.cli.console.ErrorExit;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.option.ConnectionOptions;
import dev.pawl.cli.option.LogFormatOption;
import dev.pawl.cli.option.LogLimitOptions;
import dev.pawl.cli.option.ServerDataOption;
import dev.pawl.cli.service.AdminTokenOutput;
import dev.pawl.cli.service.RunningServer;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.connections.ConnectionLimits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pawl server`: serves runs to the agents that connect to it.
@Command(
    name = "server",
    description = {
      "Serve runs to agents (`pawl agent`) until SIGTERM or Ctrl+C.",
      "The first start makes an admin token (--admin-token-file). `pawl token` makes further tokens.",
      "Several servers may share one PostgreSQL database. Their data directories need the same file `key` (`pawl key`)."
    })
public final class ServerCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

  /// The time in which a server stops after an error, whatever hangs.
  private static final Duration STOP_AFTER_ERROR = Duration.ofSeconds(30);

  static final int LAST_PORT = 65_535;

  /// Seconds. The watchdog of an agent kills a job one second after its lease has run out.
  private static final int LEAST_LEASE_MARGIN = 4;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ServerDataOption data = new ServerDataOption();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Address to listen on. Default: 127.0.0.1:8484. Port 0 selects a free port.")
  private String listen = "127.0.0.1:8484";

  @Option(
      names = "--insecure-bind",
      description =
          "Allow an address that other machines can reach. There is no TLS: tokens can be read in transit.")
  private boolean insecureBind;

  @Option(
      names = "--lease-ttl",
      paramLabel = "SECONDS",
      description = "Lifetime of a lease without a heartbeat. Default: 120.")
  private int leaseTtl = (int) Deadlines.DEFAULT.leaseTtl().toSeconds();

  @Option(
      names = "--lease-margin",
      paramLabel = "SECONDS",
      description = {
        "Time that the server adds to --lease-ttl before it expires a lease, so that the agent has"
            + " stopped the job by then. Choose the longest time that an agent's machine may be paused. At"
            + " least 4. Default: 10."
      })
  private int leaseMargin = (int) Deadlines.LEASE_MARGIN.toSeconds();

  @Option(
      names = "--heartbeat",
      paramLabel = "SECONDS",
      description = "Interval of the agents' heartbeats. Default: 20.")
  private int heartbeat = (int) Deadlines.DEFAULT.heartbeat().toSeconds();

  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description =
          "Write the first start's admin token to this file, with mode 600. Without it the token is printed if"
              + " there is a terminal, and otherwise none is made.")
  private Optional<Path> adminTokenFile = Optional.empty();

  @Option(
      names = "--log-dir",
      paramLabel = "DIR",
      description =
          "Directory of the logs of jobs. Several servers of one store need the same one. Default: logs in --data.")
  private Optional<Path> logDirectory = Optional.empty();

  @Mixin private ConnectionOptions connections = new ConnectionOptions();

  @Mixin private LogLimitOptions logLimits = new LogLimitOptions();

  @Mixin private LogFormatOption log = new LogFormatOption();

  @Override
  public Integer call() throws InterruptedException {
    int colon = listen.lastIndexOf(':');
    boolean isPort =
        listen.substring(colon + 1).matches("\\d{1,5}")
            && Integer.parseInt(listen.substring(colon + 1)) <= LAST_PORT;
    if (colon < 1 || !isPort) {
      throw usageError("--listen expects HOST:PORT, not '%s'".formatted(listen));
    }
    if (heartbeat < 1 || leaseTtl < 2 * heartbeat) {
      throw usageError("--lease-ttl must be at least twice --heartbeat, which must be at least 1");
    }
    if (leaseMargin < LEAST_LEASE_MARGIN) {
      throw usageError(
          "--lease-margin must be at least %d: an agent needs so long to stop a job whose lease has run out"
              .formatted(LEAST_LEASE_MARGIN));
    }
    logLimits
        .problem()
        .ifPresent(problem -> {
          throw usageError(problem);
        });
    String host = listen.substring(0, colon);
    if (!insecureBind && !isLoopback(host)) {
      throw usageError(
          "cannot listen on '%s': other machines can reach it and there is no TLS. Listen on 127.0.0.1"
                  .formatted(host)
              + " behind a proxy with TLS, or give --insecure-bind");
    }
    return serve(host, Integer.parseInt(listen.substring(colon + 1)));
  }

  private int serve(String host, int port) throws InterruptedException {
    ServerData where = data.data();
    if (logDirectory.isPresent()) {
      where = where.withLogs(WorkingDirectory.of(spec()).resolve(logDirectory.get()).normalize());
    }
    ConnectionLimits limits = connections.limits();
    var deadlines =
        new Deadlines(
            Duration.ofSeconds(leaseTtl),
            Duration.ofSeconds(heartbeat),
            Duration.ZERO,
            Duration.ofSeconds(leaseMargin));
    log.apply();
    var stop = new CountDownLatch(1);
    var failure = new AtomicReference<@Nullable String>();
    StopSignals.listen().onSignal(_ -> stop.countDown());
    try (var server =
        new RunningServer(
            where,
            host,
            port,
            deadlines,
            limits,
            logLimits.limits(),
            why -> {
              failure.compareAndSet(null, why);
              ErrorExit.haltWithin(STOP_AFTER_ERROR);
              stop.countDown();
            })) {
      if (!server.hasAdminToken()) {
        LOG.info(new AdminTokenOutput(tokenFile()).deliver(server::firstToken, data.displayName()));
      }
      LOG.info("listening on http://{}:{}", host, server.port());
      if (!server.hasAgentToken()) {
        LOG.info(
            "no agent token yet; run `pawl token agent NAME --labels LABEL{}`", data.displayName());
      }
      stop.await();
      LOG.info("stopping");
    }
    @Nullable String why = failure.get();
    if (why != null) {
      System.err.println("pawl: the server has stopped: " + why);
      return ExitCode.UNAVAILABLE;
    }
    return ExitCode.SUCCESS;
  }

  private Optional<Path> tokenFile() {
    return adminTokenFile.map(file -> WorkingDirectory.of(spec()).resolve(file).normalize());
  }

  private boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw usageError("unknown host '%s'".formatted(host));
    }
  }

  private ParameterException usageError(String what) {
    return new ParameterException(spec().commandLine(), what);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "picocli sets it");
  }
}
