package dev.pawl.cli.command;

import dev.pawl.agent.limits.ResourceLimits;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.option.IsolationOptions;
import dev.pawl.cli.option.LimitOptions;
import dev.pawl.cli.option.LogFormatOption;
import dev.pawl.cli.service.AgentDirectory;
import dev.pawl.cli.service.AgentEnrolment;
import dev.pawl.cli.service.RunningAgent;
import dev.pawl.cli.service.ServerAuthority;
import dev.pawl.cli.service.TokenArgument;
import dev.pawl.server.auth.BearerToken;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pawl agent`: connects to a server and executes its jobs.
@Command(
    name = "agent",
    description = {
      "Connect to a server and execute its jobs.",
      "The first SIGTERM drains the agent: it finishes its jobs and takes no new ones. The second"
          + " cancels its jobs, the third kills them."
    })
public final class AgentCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      required = true,
      split = ",",
      paramLabel = "URL",
      description = "URL of the server, or of several servers of one store.")
  private List<String> servers = List.of();

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "Certificates in PEM of the authority that signed the server's certificate. Default: the authorities"
              + " that the Java runtime trusts.")
  private Optional<Path> authority = Optional.empty();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "The agent's token, made by `pawl token agent`. Prefer the variable PAWL_AGENT_TOKEN, which"
            + " other users cannot read. Default: the token of an earlier --enrol."
      })
  private Optional<String> token = Optional.empty();

  @Option(
      names = "--enrol",
      paramLabel = "TOKEN",
      description =
          "An enrolment token, made by `pawl token enrol`; exchanged once for the agent's token.")
  private Optional<String> enrol = Optional.empty();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The agent's name. Default: the name of its token.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--labels",
      split = ",",
      paramLabel = "LABEL",
      description = "The labels that `runs-on` selects. Default: all labels of its token.")
  private List<String> labels = List.of();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Number of jobs to execute at the same time. Default: 1.")
  private int slots = 1;

  @Option(
      names = "--workdir",
      paramLabel = "DIR",
      description = "Directory of its workspaces, token and spool. Default: pawl-agent.")
  private Path workdir = Path.of("pawl-agent");

  @Option(
      names = "--keep-failed",
      description = "Keep the workspace of a failed job, and print its path.")
  private boolean keepFailed;

  @Mixin private IsolationOptions isolation = new IsolationOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--env",
      split = ",",
      paramLabel = "NAME",
      description =
          "Environment variables of the agent that jobs see, besides PATH, HOME, locale and proxies.")
  private List<String> variables = List.of();

  @Mixin private LogFormatOption log = new LogFormatOption();

  @Override
  public Integer call() throws InterruptedException {
    if (slots < 1 || slots > 1000) {
      throw usageError("--slots must be between 1 and 1000");
    }
    if (token.isPresent() && enrol.isPresent()) {
      throw usageError("--token and --enrol exclude each other");
    }
    if (labels.stream().anyMatch(String::isBlank)) {
      throw usageError("--labels contains an empty label");
    }
    if (name.filter(String::isBlank).isPresent()) {
      throw usageError("--name must not be empty");
    }
    variables.stream()
        .filter(variable -> variable.contains("="))
        .findFirst()
        .ifPresent(variable -> {
          throw usageError("--env expects names of variables, not '%s'".formatted(variable));
        });
    List<URI> addresses = addresses();
    AgentDirectory agentDirectory =
        AgentDirectory.at(WorkingDirectory.of(spec()).resolve(workdir).normalize());
    SSLContext tls =
        ServerAuthority.context(
            authority.map(file -> WorkingDirectory.of(spec()).resolve(file).normalize()));
    String given =
        enrol.isPresent()
            ? AgentEnrolment.with(addresses, tls, enrol.get(), agentDirectory)
            : token(agentDirectory);
    BearerToken shown = TokenArgument.ofAgent(given);
    log.apply();
    ResourceLimits mostOfAJob = limits.of(slots, spec());
    HostOptions hosting = hosting(agentDirectory.work());
    var settings =
        new RunningAgent.Settings(
            addresses, tls, shown, name.orElse(""), labels, slots, hosting, mostOfAJob, variables);
    // Before anything is created that must be cleaned up.
    StopSignals requests = StopSignals.listen();
    try (var agent = new RunningAgent(agentDirectory, settings)) {
      requests.onSignal(_ -> agent.stop());
      return switch (agent.await()) {
        case STOPPED -> ExitCode.SUCCESS;
        case REJECTED -> ExitCode.UNAUTHORIZED;
        case FAILED -> ExitCode.UNAVAILABLE;
      };
    }
  }

  private HostOptions hosting(Path work) throws InterruptedException {
    HostOptions hosting = HostOptions.defaults();
    if (keepFailed) {
      hosting = hosting.withFailedJobsKept(path -> LOG.info("workspace kept: {}", path));
    }
    return isolation.apply(hosting, slots, work, spec());
  }

  private String token(AgentDirectory agentDirectory) {
    return token
        .or(() -> Optional.ofNullable(System.getenv("PAWL_AGENT_TOKEN")))
        .or(agentDirectory::token)
        .orElseThrow(() -> usageError("no token given; use --token, PAWL_AGENT_TOKEN, or --enrol"));
  }

  private List<URI> addresses() {
    List<URI> addresses = new ArrayList<>();
    for (String server : servers) {
      addresses.add(
          address(server)
              .orElseThrow(() ->
                  usageError(
                      "--server expects http://HOST:PORT or https://HOST, not '%s'"
                          .formatted(server))));
    }
    return addresses;
  }

  /// The address of a server; empty if the text is not a valid one.
  private static Optional<URI> address(String server) {
    try {
      URI address = new URI(server);
      boolean isOne =
          List.of("http", "https").contains(String.valueOf(address.getScheme()))
              && address.getHost() != null
              && address.getRawUserInfo() == null
              && address.getPort() <= ServerCommand.LAST_PORT
              && List.of("", "/").contains(String.valueOf(address.getRawPath()))
              && address.getRawQuery() == null
              && address.getRawFragment() == null;
      return isOne ? Optional.of(address) : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private ParameterException usageError(String what) {
    return new ParameterException(spec().commandLine(), what);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "picocli sets it");
  }
}
