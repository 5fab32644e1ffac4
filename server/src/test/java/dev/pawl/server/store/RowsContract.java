package dev.pawl.server.store;

import dev.pawl.server.doctor.Patient;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A store whose rows a test looks at, past it.
@SuppressWarnings("NullAway.Init") // before each test
abstract class RowsContract {

  SqlStore store;
  Rows rows;
  private Connection connection;

  abstract Patient patient();

  @BeforeEach
  final void aStore() throws SQLException {
    Patient patient = patient();
    store = patient.open();
    connection = patient.connect();
    rows = new Rows(connection);
  }

  @AfterEach
  final void noStore() throws SQLException {
    connection.close();
    store.close();
  }
}
