package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;

class SqliteConstraintViolationTest extends ConstraintViolationContract {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Override
  Store open() {
    return TestSqliteStores.open(file());
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  @Override
  List<String> triggers() {
    return List.of(
        """
        CREATE TRIGGER poison BEFORE INSERT ON journal WHEN NEW.aggregate_id = 'bad'
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """);
  }

  /// Its owner is nobody.
  @Override
  CompletableFuture<Decision> asksForWhatIsRefused(Orchestrator asked, RunId id) {
    return asked.create(created(id, 4711, "nobody"));
  }
}
