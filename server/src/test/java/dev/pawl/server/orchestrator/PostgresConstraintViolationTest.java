package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.postgres.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

class PostgresConstraintViolationTest extends ConstraintViolationContract {

  /// No index of PostgreSQL has room for it, and it cannot be compressed.
  private static final int TOO_LONG = 40_000;

  private final String url = TestPostgres.newSchema();

  @Override
  Store open() {
    return TestPostgres.open(url);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  List<String> triggers() {
    return List.of(
        """
        CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE check_violation USING MESSAGE = 'poison';
        END $$
        """,
        """
        CREATE TRIGGER poison BEFORE INSERT ON journal FOR EACH ROW
        WHEN (NEW.aggregate_id = 'bad') EXECUTE FUNCTION poison()
        """);
  }

  @Override
  CompletableFuture<Decision> asksForWhatIsRefused(Orchestrator asked, RunId id) {
    var key = new StringBuilder();
    new Random(4711).ints(TOO_LONG, 'a', 'z' + 1).forEach(key::appendCodePoint);
    return asked.create(created(id, 4711, DrivenRun.OWNER), key.toString());
  }
}
