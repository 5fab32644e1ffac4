package dev.pawl.cli.option;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.service.ServerData;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that say which store is maintained: the project's own, a PostgreSQL database, that
/// of a server that is stopped, or that of a live server by its API.
public final class StorePlace {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Mixin private StoreOption store = new StoreOption();
  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data directory of a server whose store is SQLite, and which is stopped. While it runs, use --server.")
  private Optional<Path> data = Optional.empty();

  /// Checks that at most one store is given.
  public void check() {
    store
        .problem()
        .ifPresent(why -> {
          throw usageError(why);
        });
    long given =
        Stream.of(store.isPostgres(), data.isPresent(), server.isFlagGiven())
            .filter(is -> is)
            .count();
    if (given > 1) {
      throw usageError("--store, --data and --server exclude each other");
    }
  }

  private ParameterException usageError(String what) {
    return new ParameterException(spec().commandLine(), what);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(command, "picocli sets it");
  }

  public StoreOption store() {
    return store;
  }

  public boolean isPostgres() {
    return store.isPostgres();
  }

  /// Whether a live server is asked, by the option or by the variable.
  public boolean isServer() {
    return server.isGiven() && !store.isPostgres() && data.isEmpty();
  }

  public ServerClient client() {
    return server.client();
  }

  /// The data of a server, which must have been used before.
  public Optional<ServerData> serverData(Path workingDirectory) {
    return data.map(directory ->
        new ServerData(workingDirectory.resolve(directory).normalize(), Optional.empty())
            .existing());
  }
}
