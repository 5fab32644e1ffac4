package dev.pawl.workflow.trigger;

/// The commit that a workflow runs for, whatever the event is.
///
/// @param repository `owner/name`
/// @param sha the commit
/// @param ref the branch or tag it is on
/// @param defaultBranch empty where it is not known
/// @param message the commit message
/// @param actor the user who caused the event
/// @param server such as `https://forge.example`; empty for a repository without a remote
/// @param url the address that the repository is fetched from; empty where it is not known
public record CommitInfo(
    String repository,
    String sha,
    GitRef ref,
    String defaultBranch,
    String message,
    String actor,
    String server,
    String url) {

  String owner() {
    return repository.substring(0, Math.max(0, repository.indexOf('/')));
  }

  String name() {
    return repository.substring(repository.indexOf('/') + 1);
  }
}
