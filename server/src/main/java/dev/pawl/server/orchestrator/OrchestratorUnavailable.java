package dev.pawl.server.orchestrator;

/// Thrown when the orchestrator accepts no request: it is busy, it is stopping, or its store is
/// unavailable. Nothing was decided, and the message says when to try again.
public final class OrchestratorUnavailable extends RuntimeException {

  OrchestratorUnavailable(String message) {
    super(message);
  }
}
