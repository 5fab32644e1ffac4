package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A store, and a connection to read its tables directly.
@SuppressWarnings("NullAway.Init") // before each test
abstract class RetentionTestBase {

  SqlStore store;
  TableReader rows;
  private Connection connection;

  abstract DatabaseUnderTest patient();

  @BeforeEach
  final void openStore() throws SQLException {
    DatabaseUnderTest patient = patient();
    store = patient.open();
    connection = patient.connect();
    rows = new TableReader(connection);
  }

  @AfterEach
  final void closeStore() throws SQLException {
    connection.close();
    store.close();
  }
}
