package dev.pawl.server.api;

import dev.pawl.server.IdGenerator;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.sql.SqlStore;

/// What requests about runs need.
///
/// @param owner the orchestrator that new runs are made by
public record RunsApiSetup(
    SqlStore store,
    Orchestrator orchestrator,
    TokenRegistry tokens,
    IdGenerator ids,
    String owner) {

  RunsApi api(AgentConnections door) {
    return new RunsApi(
        store, orchestrator, door, ids, owner, request -> HttpListener.admin(tokens, request));
  }
}
