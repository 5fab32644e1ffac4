package dev.pawl.workflow.trigger;

/// What a workflow runs for: a commit of a repository, whatever the event is.
///
/// @param repository `owner/name`
/// @param sha the commit
/// @param ref the branch or tag it is on
/// @param defaultBranch empty where nobody knows
/// @param message the commit's
/// @param actor who made it happen
/// @param server as in `https://forge.example`; empty for a repository that is nowhere else
public record CommitInfo(
    String repository,
    String sha,
    GitRef ref,
    String defaultBranch,
    String message,
    String actor,
    String server) {

  String owner() {
    return repository.substring(0, Math.max(0, repository.indexOf('/')));
  }

  String name() {
    return repository.substring(repository.indexOf('/') + 1);
  }
}
