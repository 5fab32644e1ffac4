package dev.pawl.server;

/// Identity of an orchestrator. With a count it makes the id of each commit unique.
///
/// @param incarnation differs each time that it starts
public record OrchestratorIdentity(String id, String incarnation) {

  public String commit(long count) {
    return id + "/" + incarnation + "/" + count;
  }
}
