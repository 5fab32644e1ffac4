package dev.pawl.cli.command;

import dev.pawl.cli.configuration.InvalidConfigurationException;
import dev.pawl.cli.configuration.ServerConfiguration;
import dev.pawl.cli.configuration.ServerOptionsModel;
import dev.pawl.cli.configuration.Setting;
import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ErrorExit;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.logging.LogFormat;
import dev.pawl.cli.logging.LogOutput;
import dev.pawl.cli.service.AdminTokenOutput;
import dev.pawl.cli.service.RunningServer;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.server.tls.ReloadableCertificate;
import dev.pawl.server.tls.UnusableCertificate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pawl server`: serves runs to the agents that connect to it. Its other options are those of the
/// table [Setting].
@Command(
    name = "server",
    modelTransformer = ServerOptionsModel.class,
    description = {
      "Serve runs to agents (`pawl agent`) until SIGTERM or Ctrl+C.",
      "The first start makes an admin token (--admin-token-file). `pawl token` makes further tokens.",
      "Several servers may share one PostgreSQL database. Their data directories need the same file `key` (`pawl key`).",
      "Each setting is also a key of the file of --config, and a variable such as PAWL_LISTEN. An option is stronger"
          + " than a variable, and that is stronger than the file."
    })
public final class ServerCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

  /// The time in which a server stops after an error, whatever hangs.
  private static final Duration STOP_AFTER_ERROR = Duration.ofSeconds(30);

  static final int LAST_PORT = 65_535;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file in YAML. Default: the variable PAWL_CONFIG, or none.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--print-config",
      description =
          "Print every setting with its value and where that is from, and do not start. Passwords are left out.")
  private boolean printConfig;

  @Override
  public Integer call() throws InterruptedException {
    ServerConfiguration configuration;
    try {
      configuration = configuration();
    } catch (InvalidConfigurationException e) {
      if (!e.isOfFile()) {
        throw usageError(String.valueOf(e.getMessage()));
      }
      System.err.print(e.getMessage());
      return ExitCode.INVALID;
    }
    if (printConfig) {
      configuration.lines().forEach(System.out::println);
      return ExitCode.SUCCESS;
    }
    String host = configuration.host();
    boolean hasTls = configuration.path(Setting.TLS_CERT).isPresent();
    if (!hasTls && !configuration.isTrue(Setting.INSECURE_BIND) && !isLoopback(host)) {
      throw usageError(
          "cannot listen on '%s': other machines can reach it and there is no TLS. Give --tls-cert and"
                  .formatted(host)
              + " --tls-key, listen on 127.0.0.1 behind a proxy with TLS, or give --insecure-bind");
    }
    return serve(configuration);
  }

  private ServerConfiguration configuration() {
    Path directory = WorkingDirectory.of(spec());
    Optional<Path> chosen =
        file.or(() -> Optional.ofNullable(System.getenv("PAWL_CONFIG")).map(Path::of))
            .map(name -> directory.resolve(name).normalize());
    return ServerConfiguration.of(
        ServerOptionsModel.given(spec().commandLine().getParseResult()),
        System.getenv(),
        chosen,
        directory);
  }

  private static int serve(ServerConfiguration configuration) throws InterruptedException {
    LogOutput.toConsole(
        configuration.text(Setting.LOG_FORMAT).equals("json") ? LogFormat.JSON : LogFormat.TEXT);
    var stop = new CountDownLatch(1);
    var failure = new AtomicReference<@Nullable String>();
    StopSignals.listen().onSignal(_ -> stop.countDown());
    Consumer<String> onDeath =
        why -> {
          failure.compareAndSet(null, why);
          ErrorExit.haltWithin(STOP_AFTER_ERROR);
          stop.countDown();
        };
    try (var server = new RunningServer(configuration.data(), options(configuration), onDeath)) {
      announce(server, configuration);
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

  private static RunningServer.Options options(ServerConfiguration configuration) {
    return new RunningServer.Options(
        configuration.host(),
        configuration.port(),
        configuration.deadlines(),
        configuration.connections(),
        configuration.logLimits(),
        configuration.rules(),
        new ToolProfiles(new TreeMap<>(configuration.tools())),
        tls(configuration),
        configuration.retention(),
        configuration.requestRate(),
        configuration.publicUrl());
  }

  private static Optional<SSLContext> tls(ServerConfiguration configuration) {
    Optional<Path> certificate = configuration.path(Setting.TLS_CERT);
    Optional<Path> key = configuration.path(Setting.TLS_KEY);
    try {
      return certificate.isPresent() && key.isPresent()
          ? Optional.of(new ReloadableCertificate(certificate.get(), key.get()).context())
          : Optional.empty();
    } catch (UnusableCertificate e) {
      throw new EnvironmentException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void announce(RunningServer server, ServerConfiguration configuration) {
    String dataOptions = configuration.dataOptions();
    if (!server.hasAdminToken()) {
      var output = new AdminTokenOutput(configuration.path(Setting.ADMIN_TOKEN_FILE));
      LOG.info(output.deliver(server::firstToken, dataOptions));
    }
    String scheme = configuration.path(Setting.TLS_CERT).isPresent() ? "https" : "http";
    LOG.info("listening on {}://{}:{}", scheme, configuration.host(), server.port());
    if (!server.hasAgentToken()) {
      LOG.info("no agent token yet; run `pawl token agent NAME --labels LABEL{}`", dataOptions);
    }
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
