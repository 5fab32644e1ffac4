package dev.pawl.cli.local;

import dev.pawl.agent.exec.Summaries;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// A directory in which Pawl runs, and where in it the state is: `.pawl/`.
public record Project(Path directory) {

  private static final String IGNORED =
      """
      # What Pawl keeps here is of this machine; workflows/ is yours.
      /pawl.db*
      /logs/
      /owners/
      /summaries/
      /work/
      /.gitignore
      """;

  public static Project at(Path directory) {
    return new Project(directory.toAbsolutePath().normalize());
  }

  private Path home() {
    return directory.resolve(".pawl");
  }

  Path owners() {
    return home().resolve("owners");
  }

  Path work() {
    return home().resolve("work");
  }

  public LogFiles logs() {
    return new LogFiles(home().resolve("logs"));
  }

  /// What the steps of its runs have written to be read afterwards.
  public Summaries summaries() {
    return new Summaries(home().resolve("summaries"));
  }

  /// The store, made if there is none, to serve the runs of `owner`. Runs whose owner is gone are
  /// ended first.
  ///
  /// @throws StoreFailure if it cannot be
  SqliteStore openStore(String owner) {
    try {
      Files.createDirectories(owners());
      Path ignored = home().resolve(".gitignore");
      if (!Files.exists(ignored)) {
        Files.writeString(ignored, IGNORED);
      }
    } catch (IOException e) {
      throw new StoreFailure("cannot write to %s: %s".formatted(home(), Problems.meaning(e)), e);
    }
    return swept(SqliteStore.open(database(), InstantSource.system(), owner));
  }

  /// The store, if there is one.
  public Optional<SqliteStore> openExistingStore() {
    return SqliteStore.openExisting(database(), InstantSource.system()).map(this::swept);
  }

  private SqliteStore swept(SqliteStore store) {
    new Orphans(this, store).end();
    return store;
  }

  private Path database() {
    return home().resolve("pawl.db");
  }
}
