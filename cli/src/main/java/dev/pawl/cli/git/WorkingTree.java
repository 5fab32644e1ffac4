package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.GitRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A directory that git knows.
///
/// @param sha the commit it is at; zeros before the first commit
/// @param ref the branch, or else the tag, it is at
public record WorkingTree(
    GitQuery git, Path root, String sha, GitRef ref, Optional<RemoteRepository> remote) {

  static final String NO_COMMIT = "0".repeat(40);

  /// How much of a status line comes before the path.
  private static final int STATUS = 3;

  /// @throws GitFailure where git is not there or knows nothing of the directory
  static WorkingTree at(Path directory) throws GitException {
    GitQuery git = new GitQuery(directory);
    return of(git, Path.of(git.answer("rev-parse", "--show-toplevel").strip()));
  }

  private static WorkingTree of(GitQuery git, Path root) {
    return new WorkingTree(
        git,
        root,
        git.line("rev-parse", "--verify", "--quiet", "HEAD").orElse(NO_COMMIT),
        ref(git),
        remote(git));
  }

  private static GitRef ref(GitQuery git) {
    return git.line("symbolic-ref", "--quiet", "HEAD")
        .map(GitRef::of)
        .or(() -> git.line("describe", "--tags", "--exact-match", "HEAD").map(GitRef::tag))
        .orElse(GitRef.NONE);
  }

  private static Optional<RemoteRepository> remote(GitQuery git) {
    return git.line("config", "--get", "remote.origin.url").flatMap(RemoteRepository::of);
  }

  /// Files that differ from the commit, new ones included, by their paths from the root.
  List<String> uncommitted() throws GitException {
    return git
        .fields("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
        .stream()
        .map(line -> line.substring(STATUS))
        .toList();
  }

  public boolean hasCommits() {
    return !sha.equals(NO_COMMIT);
  }

  /// `owner/name` of where it came from; what the directory is called where it came from nowhere.
  public String repository() {
    return remote.map(RemoteRepository::repository).orElseGet(() -> "local/" + root.getFileName());
  }

  /// What the commit says of itself.
  public String message() {
    return git.line("log", "-1", "--format=%B").orElse("");
  }

  /// The commit that a name stands for here, the remote's branch before one's own: that one may be
  /// behind.
  Optional<String> commit(String name) {
    if (name.isEmpty() || name.startsWith("-")) {
      return Optional.empty();
    }
    return git.line("rev-parse", "--verify", "--quiet", "refs/remotes/origin/" + name + "^{commit}")
        .or(() -> git.line("rev-parse", "--verify", "--quiet", name + "^{commit}"));
  }

  /// The branch that work is for by default: what the remote says, or else `main` or `master`.
  public Optional<String> defaultBranch() {
    String prefix = "refs/remotes/origin/";
    return git.line("symbolic-ref", "--quiet", prefix + "HEAD")
        .filter(ref -> ref.startsWith(prefix))
        .map(ref -> ref.substring(prefix.length()))
        .or(() -> List.of("main", "master").stream().filter(this::hasBranch).findFirst());
  }

  private boolean hasBranch(String name) {
    return List.of("refs/heads/", "refs/remotes/origin/").stream()
        .anyMatch(
            prefix -> git.line("rev-parse", "--verify", "--quiet", prefix + name).isPresent());
  }
}
