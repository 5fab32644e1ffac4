package dev.pawl.server.api;

import dev.pawl.core.engine.Engine;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.connections.RequestRateLimit;
import dev.pawl.server.events.EventFeed;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.repositories.Mirrors;
import dev.pawl.server.sockets.AgentConnections;
import dev.pawl.server.store.sql.SqlStore;
import java.net.URI;
import java.util.Optional;

/// The parts of the server that the routes of the API use.
///
/// @param engine with the deadlines of the server, to explain and to propose
/// @param tokens by which requests are authenticated
/// @param mirrors from which the files of a run's repository are read
/// @param logs that agents of this server append to
/// @param logFiles of all servers
/// @param events live ones
/// @param rate of the requests of each token
/// @param publicUrl under which others reach the server
/// @param owner id of the orchestrator that new runs belong to
/// @param process id of this process
public record ApiServices(
    SqlStore store,
    Orchestrator orchestrator,
    Engine engine,
    AgentConnections connections,
    TokenRegistry tokens,
    Mirrors mirrors,
    LogStore logs,
    LogFiles logFiles,
    EventFeed events,
    RequestRateLimit rate,
    Optional<URI> publicUrl,
    IdGenerator ids,
    String owner,
    String process) {}
