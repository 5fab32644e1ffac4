package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;

/// The pruning of agents in PostgreSQL.
class PostgresAgentRetentionTest extends AgentRetentionContract {

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.postgres();
  }
}
