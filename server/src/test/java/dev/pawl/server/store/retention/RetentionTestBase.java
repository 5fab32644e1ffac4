package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A store whose rows a test looks at, past it.
@SuppressWarnings("NullAway.Init") // before each test
abstract class RetentionTestBase {

  SqlStore store;
  TableReader rows;
  private Connection connection;

  abstract DatabaseUnderTest patient();

  @BeforeEach
  final void aStore() throws SQLException {
    DatabaseUnderTest patient = patient();
    store = patient.open();
    connection = patient.connect();
    rows = new TableReader(connection);
  }

  @AfterEach
  final void noStore() throws SQLException {
    connection.close();
    store.close();
  }
}
