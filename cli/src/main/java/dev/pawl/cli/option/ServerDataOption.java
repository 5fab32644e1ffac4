package dev.pawl.cli.option;

import dev.pawl.cli.service.ServerData;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Where a server keeps what it keeps, for the commands that are about one.
public final class ServerDataOption {

  private static final Path USUAL = Path.of("pawl-data");

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where the server keeps its store, its logs and its key; ./pawl-data by default.")
  private Path directory = USUAL;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "A PostgreSQL, as postgresql://USER@HOST/DATABASE or as a JDBC address;"
              + " the data's own SQLite by default.")
  private Optional<String> store = Optional.empty();

  public ServerData data() {
    StoreOption chosen = StoreOption.of(store);
    Optional<String> problem = chosen.problem();
    if (problem.isPresent()) {
      throw new ParameterException(
          java.util.Objects.requireNonNull(command, "picocli sets it").commandLine(),
          problem.get());
    }
    return new ServerData(directory.toAbsolutePath().normalize(), chosen.address());
  }

  /// The options that lead another command to the same data, to be copied.
  public String displayName() {
    String data = directory.equals(USUAL) ? "" : " --data " + directory;
    return data
        + StoreOption.of(store).redactedAddress().map(address -> " --store " + address).orElse("");
  }
}
