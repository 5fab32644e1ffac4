package dev.pawl.server.store;

import dev.pawl.server.doctor.Patient;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// What is kept in this store, and what goes.
class SqliteAgentRetentionTest extends AgentRetentionContract {

  @TempDir private Path directory;

  @Override
  Patient patient() {
    return Patient.sqlite(directory);
  }
}
