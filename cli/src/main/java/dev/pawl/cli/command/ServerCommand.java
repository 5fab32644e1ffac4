package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.ServiceConsole;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.option.ServerDataOption;
import dev.pawl.cli.service.RunningServer;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.engine.Deadlines;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pawl server`: an orchestrator for agents that connect to it.
@Command(
    name = "server",
    description = {
      "Serve runs to agents that connect to it (`pawl agent`), until SIGTERM or Ctrl+C.",
      "The first start prints a token that may do everything, once; `pawl token` makes others.",
      "Several servers may share a PostgreSQL: they need the same file `key` in their data."
    })
public final class ServerCommand implements Callable<Integer> {

  static final int LAST_PORT = 65_535;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ServerDataOption data = new ServerDataOption();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where to listen; 127.0.0.1:8484 by default. Port 0 is any that is free.")
  private String listen = "127.0.0.1:8484";

  @Option(
      names = "--insecure-bind",
      description =
          "Listen on an address that others can reach, without TLS: tokens can be read on the way.")
  private boolean insecureBind;

  @Option(
      names = "--lease-ttl",
      paramLabel = "SECONDS",
      description = "How long a lease lives without a heartbeat; 120 by default.")
  private int leaseTtl = (int) Deadlines.DEFAULT.leaseTtl().toSeconds();

  @Option(
      names = "--lease-margin",
      paramLabel = "SECONDS",
      description = {
        "What the server adds to that before it gives a lease up, so that the agent has stopped the"
            + " job by then; 10 by default. As long as an agent's machine may stand still."
      })
  private int leaseMargin = (int) Deadlines.LEASE_MARGIN.toSeconds();

  @Option(
      names = "--heartbeat",
      paramLabel = "SECONDS",
      description = "How often agents send one; 20 by default.")
  private int heartbeat = (int) Deadlines.DEFAULT.heartbeat().toSeconds();

  @Override
  public Integer call() throws InterruptedException {
    int colon = listen.lastIndexOf(':');
    boolean isPort =
        listen.substring(colon + 1).matches("\\d{1,5}")
            && Integer.parseInt(listen.substring(colon + 1)) <= LAST_PORT;
    if (colon < 1 || !isPort) {
      throw misuse("--listen takes HOST:PORT, not '%s'".formatted(listen));
    }
    if (heartbeat < 1 || leaseTtl < 2 * heartbeat) {
      throw misuse("a lease must live for two heartbeats at least");
    }
    if (leaseMargin < 1) {
      throw misuse("--lease-margin takes a second at least");
    }
    String host = listen.substring(0, colon);
    if (!insecureBind && !isLoopback(host)) {
      throw misuse(
          "%s can be reached by others, and there is no TLS: put a proxy with TLS in front of"
                  .formatted(host)
              + " 127.0.0.1, or say --insecure-bind");
    }
    return serve(host, Integer.parseInt(listen.substring(colon + 1)));
  }

  private int serve(String host, int port) throws InterruptedException {
    ServerData where = data.data();
    var deadlines =
        new Deadlines(
            Duration.ofSeconds(leaseTtl),
            Duration.ofSeconds(heartbeat),
            Duration.ZERO,
            Duration.ofSeconds(leaseMargin));
    var stop = new CountDownLatch(1);
    StopSignals.listen().onSignal(_ -> stop.countDown());
    try (var server = new RunningServer(where, host, port, deadlines, ServiceConsole::line)) {
      server
          .firstToken()
          .ifPresent(token -> System.out.println("admin token, shown this once: " + token.text()));
      ServiceConsole.line("listening on http://%s:%d".formatted(host, server.port()));
      if (!server.hasAgentToken()) {
        ServiceConsole.line(
            "`pawl token agent NAME%s` makes a token for an agent".formatted(data.displayName()));
      }
      stop.await();
      ServiceConsole.line("stopping");
    }
    return ExitCode.SUCCESS;
  }

  private boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw misuse("there is no host '%s'".formatted(host));
    }
  }

  private ParameterException misuse(String what) {
    return new ParameterException(
        java.util.Objects.requireNonNull(spec, "picocli sets it").commandLine(), what);
  }
}
