package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.util.List;

/// The end of quarantined runs on a PostgreSQL store.
class PostgresQuarantineEndTest extends QuarantineEndContract {

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.postgres();
  }

  @Override
  List<String> rejection(String table, String condition) {
    return List.of(
        """
        CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE check_violation USING MESSAGE = 'poison';
        END $$
        """,
        """
        CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON %s FOR EACH ROW
        WHEN (%s) EXECUTE FUNCTION poison()
        """
            .formatted(table, condition));
  }

  @Override
  List<String> rejectionDropped(String table) {
    return List.of("DROP TRIGGER poison ON " + table);
  }
}
