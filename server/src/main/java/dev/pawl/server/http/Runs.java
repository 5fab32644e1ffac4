package dev.pawl.server.http;

import dev.pawl.server.auth.Tokens;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.server.store.SqlStore;

/// What requests about runs need.
///
/// @param owner the orchestrator that new runs are made by
public record Runs(
    SqlStore store, Orchestrator orchestrator, Tokens tokens, Ids ids, String owner) {

  RunsApi api(AgentDoor door) {
    return new RunsApi(
        store, orchestrator, door, ids, owner, request -> Front.admin(tokens, request));
  }
}
