package dev.pawl.server;

/// Which orchestrator this is. Both together, and a count, name a commit, so that no two commits
/// have the same name.
///
/// @param id who it is
/// @param incarnation what differs each time that it starts
public record OrchestratorIdentity(String id, String incarnation) {

  public String commit(long count) {
    return id + "/" + incarnation + "/" + count;
  }
}
