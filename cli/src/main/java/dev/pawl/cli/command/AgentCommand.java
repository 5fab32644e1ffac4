package dev.pawl.cli.command;

import dev.pawl.agent.process.LaunchException;
import dev.pawl.agent.process.SystemUser;
import dev.pawl.agent.workspace.HostOptions;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.ServiceConsole;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.service.AgentDirectory;
import dev.pawl.cli.service.AgentEnrolment;
import dev.pawl.cli.service.RunningAgent;
import dev.pawl.cli.service.TokenArgument;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.store.StoreUnavailable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `pawl agent`: executes the jobs of a server.
@Command(
    name = "agent",
    description = {
      "Execute the jobs of a server.",
      "SIGTERM drains it: it finishes its jobs and takes no others. A second one cancels them"
          + " gracefully, a third kills them."
    })
public final class AgentCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--server",
      required = true,
      split = ",",
      paramLabel = "URL",
      description = "The server, or several of one store: http://HOST:PORT, https://HOST.")
  private List<String> servers = List.of();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = {
        "What `pawl token agent` has made; better in the variable PAWL_AGENT_TOKEN, which others do"
            + " not see. Without it, the one that this agent was enrolled with."
      })
  private Optional<String> token = Optional.empty();

  @Option(
      names = "--enrol",
      paramLabel = "TOKEN",
      description = "What `pawl token enrol` has made: exchanged once for a token of its own.")
  private Optional<String> enrol = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "What people call it; its host.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--labels",
      split = ",",
      paramLabel = "LABEL",
      description = "What `runs-on` finds it by; those of its token by default.")
  private List<String> labels = List.of();

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many jobs it executes at once; 1 by default.")
  private int slots = 1;

  @Option(
      names = "--workdir",
      paramLabel = "DIR",
      description =
          "Where it keeps its workspaces, its token and its spool; ./pawl-agent by default.")
  private Path workdir = Path.of("pawl-agent");

  @Option(
      names = "--keep-failed",
      description = "Keep the workspace of a job that fails, and say where.")
  private boolean keepFailed;

  @Option(
      names = "--run-as",
      paramLabel = "USER",
      description = {
        "Whose processes the jobs are, where the agent is root: `pawl` by default if there is such a"
            + " user, else `nobody`. Jobs that run as the agent's own user can read its token."
      })
  private Optional<String> runAs = Optional.empty();

  @Option(
      names = "--env",
      split = ",",
      paramLabel = "NAME",
      description = "Variables of its own that jobs see, beside PATH, HOME, locale and proxies.")
  private List<String> variables = List.of();

  @Override
  public Integer call() throws InterruptedException {
    if (slots < 1 || slots > 1000) {
      throw misuse("--slots takes a number from 1 to 1000");
    }
    if (token.isPresent() && enrol.isPresent()) {
      throw misuse("--token or --enrol, not both");
    }
    if (labels.stream().anyMatch(String::isBlank)) {
      throw misuse("--labels takes labels, and one of them is empty");
    }
    if (name.filter(String::isBlank).isPresent()) {
      throw misuse("--name takes a name, and it is empty");
    }
    variables.stream()
        .filter(variable -> variable.contains("="))
        .findFirst()
        .ifPresent(variable -> {
          throw misuse("--env takes names of variables, not '%s'".formatted(variable));
        });
    List<URI> addresses = addresses();
    AgentDirectory home = AgentDirectory.at(workdir.toAbsolutePath().normalize());
    String given =
        enrol.isPresent() ? AgentEnrolment.with(addresses, enrol.get(), home) : token(home);
    BearerToken shown = TokenArgument.ofAgent(given);
    HostOptions hosting = hosting();
    var wishes =
        new RunningAgent.Settings(addresses, shown, name(), labels, slots, hosting, variables);
    // Before anything is made that must be cleared away.
    StopSignals requests = StopSignals.listen();
    try (var agent = new RunningAgent(home, wishes, ServiceConsole::line)) {
      requests.onSignal(_ -> agent.stop());
      return agent.await() ? ExitCode.SUCCESS : ExitCode.UNAUTHORIZED;
    }
  }

  private HostOptions hosting() throws InterruptedException {
    HostOptions hosting = HostOptions.defaults();
    if (keepFailed) {
      hosting = hosting.withFailedJobsKept(path -> ServiceConsole.line("kept " + path));
    }
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    if (!isRoot) {
      if (runAs.isPresent()) {
        throw misuse("--run-as needs an agent that is root");
      }
      ServiceConsole.line("jobs run as the agent's own user, and can read its token and its spool");
      return hosting;
    }
    SystemUser user = user();
    if (user.uid() == 0) {
      ServiceConsole.line("jobs run as root, and can read its token and its spool");
      return hosting;
    }
    ServiceConsole.line("jobs run as " + user.name());
    return hosting.withUser(user);
  }

  private SystemUser user() throws InterruptedException {
    for (String candidate : runAs.map(List::of).orElse(List.of("pawl", "nobody"))) {
      Optional<SystemUser> user = found(candidate);
      if (user.isPresent()) {
        return user.get();
      }
    }
    throw misuse(
        runAs
            .map("there is no user '%s' on this machine"::formatted)
            .orElse("there is neither a user `pawl` nor `nobody` here: say --run-as USER"));
  }

  private static Optional<SystemUser> found(String user) throws InterruptedException {
    try {
      return SystemUser.find(user);
    } catch (LaunchException e) {
      throw new StoreUnavailable(String.valueOf(e.getMessage()), e);
    }
  }

  private String token(AgentDirectory home) {
    return token
        .or(() -> Optional.ofNullable(System.getenv("PAWL_AGENT_TOKEN")))
        .or(home::token)
        .orElseThrow(
            () -> misuse("an agent needs a token: --token, PAWL_AGENT_TOKEN, or --enrol once"));
  }

  private String name() {
    return name.orElseGet(() -> {
      try {
        return java.net.InetAddress.getLocalHost().getHostName();
      } catch (java.net.UnknownHostException _) {
        return "agent";
      }
    });
  }

  private List<URI> addresses() {
    List<URI> addresses = new ArrayList<>();
    for (String server : servers) {
      addresses.add(
          address(server)
              .orElseThrow(() ->
                  misuse(
                      "--server takes http://HOST:PORT or https://HOST, not '%s'"
                          .formatted(server))));
    }
    return addresses;
  }

  /// Of a server; empty if there can be none.
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

  private ParameterException misuse(String what) {
    return new ParameterException(
        java.util.Objects.requireNonNull(spec, "picocli sets it").commandLine(), what);
  }
}
