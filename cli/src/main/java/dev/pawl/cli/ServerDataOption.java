package dev.pawl.cli;

import dev.pawl.cli.service.ServerData;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Where a server keeps what it keeps, for the commands that are about one.
final class ServerDataOption {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where the server keeps its store, its logs and its key; ./pawl-data by default.")
  private Path directory = Path.of("pawl-data");

  @Mixin private StoreOption store = new StoreOption();

  ServerData data() {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw new ParameterException(
          java.util.Objects.requireNonNull(command, "picocli sets it").commandLine(),
          problem.get());
    }
    return new ServerData(directory.toAbsolutePath().normalize(), store.address());
  }
}
