package dev.pawl.cli.git;

import dev.pawl.core.run.Origin;
import dev.pawl.workflow.trigger.CommitInfo;
import dev.pawl.workflow.trigger.EventPayload;
import dev.pawl.workflow.trigger.GitRef;
import java.nio.file.Path;
import java.util.Optional;

/// The directory in which a workflow is started, with the facts that git has about it. Without git
/// there are none, and everything counts as changed.
///
/// @param noTreeReason why git has no facts; empty if it has
public record RepositoryState(Path directory, Optional<WorkingTree> tree, String noTreeReason) {

  public static RepositoryState in(Path directory) {
    try {
      return new RepositoryState(directory, Optional.of(WorkingTree.at(directory)), "");
    } catch (GitException e) {
      boolean isOutside = e.why().startsWith("not a git repository"); // git names more directories
      String why = isOutside ? "this is not a git repository" : "git failed: " + e.why();
      return new RepositoryState(directory, Optional.empty(), why);
    }
  }

  public CommitInfo subject(String actor) {
    return tree.map(known ->
            new CommitInfo(
                known.repository(),
                known.sha(),
                known.ref(),
                known.defaultBranch().orElse(""),
                known.message(),
                actor,
                known.remote().map(RemoteRepository::server).orElse(""),
                ""))
        .orElseGet(() -> unknown(actor));
  }

  /// The code that is run: the repository by the address of its remote, or else by its directory.
  /// The commit is unknown if files differ from it, because then results are not the commit's.
  public Origin.Source source() {
    return tree.map(known ->
            Origin.Source.of(
                known.address(), known.ref().full(), known.isClean() ? known.sha() : ""))
        .orElseGet(
            () -> Origin.Source.of(directory.toAbsolutePath().normalize().toString(), "", ""));
  }

  private CommitInfo unknown(String actor) {
    return new CommitInfo(
        "local/" + directory.getFileName(),
        WorkingTree.NO_COMMIT,
        GitRef.NONE,
        "",
        "",
        actor,
        "",
        "");
  }

  /// Whether there is a branch or a commit of this name.
  public boolean hasCommit(String base) {
    return tree.isEmpty() || tree.get().commit(base).isPresent();
  }

  /// The changes of an event.
  ///
  /// @param base the base branch of a pull request; empty for other events
  public ChangedFiles changed(EventPayload payload, String base) {
    if (tree.isEmpty()) {
      return ChangedFiles.unknown(noTreeReason);
    }
    return base.isEmpty()
        ? ChangedFiles.byPush(tree.get(), payload.text("before"))
        : ChangedFiles.since(tree.get(), base);
  }

  /// The path of a file relative to the repository's root, if it is below it.
  public String fromRoot(Path file) {
    Path root = tree.map(WorkingTree::root).orElse(directory);
    Path whole = directory.resolve(file).normalize();
    return whole.startsWith(root) ? root.relativize(whole).toString() : file.toString();
  }
}
