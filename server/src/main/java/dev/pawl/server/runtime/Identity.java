package dev.pawl.server.runtime;

/// Which orchestrator this is. Both together, and a count, name a commit, so that no two commits
/// have the same name.
///
/// @param id who it is
/// @param incarnation what differs each time that it starts
public record Identity(String id, String incarnation) {

  String commit(long count) {
    return id + "/" + incarnation + "/" + count;
  }
}
