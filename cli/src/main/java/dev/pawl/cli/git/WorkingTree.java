package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.GitRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A working tree of git, with its current commit, branch and remote.
///
/// @param sha the current commit; zeros before the first commit
/// @param ref the current branch, or the tag
public record WorkingTree(
    GitQuery git, Path root, String sha, GitRef ref, Optional<RemoteRepository> remote) {

  static final String NO_COMMIT = "0".repeat(40);

  /// The length of the prefix of a status line.
  private static final int STATUS = 3;

  /// @throws GitException if git is not installed or the directory is not in a working tree
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

  /// Files that differ from the commit, including new ones, relative to the root.
  List<String> uncommitted() throws GitException {
    return git
        .fields("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
        .stream()
        .map(line -> line.substring(STATUS))
        .toList();
  }

  /// Whether it is as its commit says.
  boolean isClean() {
    try {
      return hasCommits() && uncommitted().isEmpty();
    } catch (GitException _) {
      return false;
    }
  }

  /// The address of the remote, or else the root directory. A relative path, which git also allows,
  /// counts from the root.
  String address() {
    String url = git.line("config", "--get", "remote.origin.url").orElse("");
    boolean isDirectory = url.isEmpty() || url.startsWith(".");
    return isDirectory ? root.resolve(url).normalize().toString() : url;
  }

  public boolean hasCommits() {
    return !sha.equals(NO_COMMIT);
  }

  /// `owner/name` of the remote, or `local/` and the directory's name.
  public String repository() {
    return remote.map(RemoteRepository::repository).orElseGet(() -> "local/" + root.getFileName());
  }

  /// The commit message.
  public String message() {
    return git.line("log", "-1", "--format=%B").orElse("");
  }

  /// The commit of a name. The remote's branch takes precedence over the local one, which may be
  /// behind.
  Optional<String> commit(String name) {
    if (name.isEmpty() || name.startsWith("-")) {
      return Optional.empty();
    }
    return git.line("rev-parse", "--verify", "--quiet", "refs/remotes/origin/" + name + "^{commit}")
        .or(() -> git.line("rev-parse", "--verify", "--quiet", name + "^{commit}"));
  }

  /// The default branch: the remote's, or else `main` or `master`.
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
