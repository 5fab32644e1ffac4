package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;

/// What is kept in this store, and what goes.
class PostgresAgentRetentionTest extends AgentRetentionContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}
