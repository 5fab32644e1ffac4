package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.Payload;
import dev.pawl.workflow.trigger.Ref;
import dev.pawl.workflow.trigger.Subject;
import java.nio.file.Path;
import java.util.Optional;

/// Where a workflow is started: a directory, and what git knows of it. Without git there are no
/// facts, and everything counts as changed.
///
/// @param noTree why git knows nothing; empty where it does
public record Situation(Path directory, Optional<WorkingTree> tree, String noTree) {

  public static Situation in(Path directory) {
    try {
      return new Situation(directory, Optional.of(WorkingTree.at(directory)), "");
    } catch (GitFailure e) {
      return new Situation(directory, Optional.empty(), e.why());
    }
  }

  public Subject subject(String actor) {
    return tree.map(known ->
            new Subject(
                known.repository(),
                known.sha(),
                known.ref(),
                known.defaultBranch().orElse(""),
                known.message(),
                actor,
                known.remote().map(Remote::server).orElse("")))
        .orElseGet(() -> unknown(actor));
  }

  private Subject unknown(String actor) {
    return new Subject(
        "local/" + directory.getFileName(), WorkingTree.NO_COMMIT, Ref.NONE, "", "", actor, "");
  }

  /// Whether there is a branch or a commit of that name.
  public boolean knows(String base) {
    return tree.isEmpty() || tree.get().commit(base).isPresent();
  }

  /// What has changed by an event that `payload` is of.
  ///
  /// @param base what a pull request is for; empty for events that are for nothing
  public Changed changed(Payload payload, String base) {
    if (tree.isEmpty()) {
      return Changed.unknown(noTree);
    }
    return base.isEmpty()
        ? Changed.byPush(tree.get(), payload.text("before"))
        : Changed.since(tree.get(), base);
  }

  /// A file as the repository knows it: from its root, where it is below it.
  public String fromRoot(Path file) {
    Path root = tree.map(WorkingTree::root).orElse(directory);
    Path whole = file.toAbsolutePath().normalize();
    return whole.startsWith(root) ? root.relativize(whole).toString() : file.toString();
  }
}
