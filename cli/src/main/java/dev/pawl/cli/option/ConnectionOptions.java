package dev.pawl.cli.option;

import dev.pawl.server.connections.ConnectionLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options of a server that limit the connections to its port.
public final class ConnectionOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "Most open connections, agents included. Default: 10000.")
  private int total = ConnectionLimits.DEFAULT.total();

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "N",
      description =
          "Most open connections from one address. Behind a proxy all have the same. Default: 5000.")
  private int perAddress = ConnectionLimits.DEFAULT.perAddress();

  @Option(
      names = "--header-timeout",
      paramLabel = "SECONDS",
      description = "Time in which the headers of a request must arrive. Default: 15.")
  private int head = (int) ConnectionLimits.DEFAULT.head().toSeconds();

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      description =
          "Time from there to the end of the answer; the body must arrive in it. Default: 120.")
  private int request = (int) ConnectionLimits.DEFAULT.request().toSeconds();

  @Option(
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      description =
          "Time after which a connection without a request is closed, except an agent's. Default: 75.")
  private int idle = (int) ConnectionLimits.DEFAULT.idle().toSeconds();

  /// The limits that were given.
  ///
  /// @throws ParameterException if one is not positive
  public ConnectionLimits limits() {
    if (IntStream.of(total, perAddress, head, request, idle).anyMatch(value -> value < 1)) {
      throw new ParameterException(
          Objects.requireNonNull(command, "picocli sets it").commandLine(),
          "limits of connections and time-outs must be at least 1");
    }
    return new ConnectionLimits(
        total,
        perAddress,
        Duration.ofSeconds(head),
        Duration.ofSeconds(request),
        Duration.ofSeconds(idle));
  }
}
