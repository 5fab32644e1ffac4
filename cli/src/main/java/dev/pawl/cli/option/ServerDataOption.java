package dev.pawl.cli.option;

import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.service.ServerData;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options `--data` and `--store` of commands about a server.
public final class ServerDataOption {

  private static final Path DEFAULT_DIRECTORY = Path.of("pawl-data");

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The server's data directory: store, logs and key. Default: pawl-data.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "postgresql://USER@HOST/DATABASE, or the JDBC URL of a PostgreSQL database."
              + " Default: SQLite in the data directory.")
  private Optional<String> store = Optional.empty();

  /// Whether one of them is given.
  public boolean isGiven() {
    return directory.isPresent() || store.isPresent();
  }

  public ServerData data() {
    CommandSpec spec = Objects.requireNonNull(command, "picocli sets it");
    Path chosenDirectory = directory.orElse(DEFAULT_DIRECTORY);
    if (chosenDirectory.toString().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--data must not be empty");
    }
    StoreOption chosen = StoreOption.of(store);
    Optional<String> problem = chosen.problem();
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    Path data = WorkingDirectory.of(spec).resolve(chosenDirectory).normalize();
    return new ServerData(data, chosen.address());
  }
}
