package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.ChangedPaths;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The changed files, and which files they are in words. Uncommitted changes always count, because
/// the working tree is what runs.
public record ChangedFiles(ChangedPaths changes, String since) {

  private static final int SHORT = 8;

  /// The files given by `--changed`.
  public static ChangedFiles named(List<String> paths) {
    return new ChangedFiles(
        new ChangedPaths.Known(paths.stream().map(ChangedFiles::plain).toList()),
        "as given by --changed");
  }

  private static String plain(String path) {
    return path.startsWith("./") ? path.substring(2) : path;
  }

  public static ChangedFiles unknown(String why) {
    return new ChangedFiles(new ChangedPaths.Unknown(why), "unknown, because " + why);
  }

  /// The changes of a pull request into `base`: since the merge base.
  public static ChangedFiles since(WorkingTree tree, String base) {
    Optional<String> commit = tree.commit(base);
    if (commit.isEmpty()) {
      return unknown("branch '%s' was not found".formatted(base));
    }
    return tree.git()
        .line("merge-base", commit.get(), tree.sha())
        .map(common -> between(tree, common, "those since %s (%s)".formatted(base, brief(common))))
        .orElseGet(() -> unknown("there is no common commit with '%s'".formatted(base)));
  }

  /// The changes of a push: since the commit `before` if it exists here, else since the upstream
  /// branch, else those of the last commit.
  public static ChangedFiles byPush(WorkingTree tree, String before) {
    if (!tree.hasCommits()) {
      return nothingCommitted(tree);
    }
    Optional<String> pushed = tree.commit(before);
    if (pushed.isPresent()) {
      return between(tree, pushed.get(), "those since " + brief(before));
    }
    Optional<String> upstream =
        tree.git()
            .line("merge-base", "@{upstream}", "HEAD")
            .filter(common -> !common.equals(tree.sha()));
    return upstream
        .map(common -> between(tree, common, "those since the upstream's " + brief(common)))
        .orElseGet(() -> byLastCommit(tree));
  }

  private static ChangedFiles nothingCommitted(WorkingTree tree) {
    try {
      return uncommitted(tree, List.of(), "those before the first commit");
    } catch (GitException e) {
      return unknown("git failed: " + e.why());
    }
  }

  private static ChangedFiles byLastCommit(WorkingTree tree) {
    return committed(
        tree,
        "those of the last commit " + brief(tree.sha()),
        "diff-tree",
        "--root",
        "-m",
        "--first-parent",
        "--no-commit-id",
        "HEAD");
  }

  private static ChangedFiles between(WorkingTree tree, String from, String since) {
    return committed(tree, since, "diff-tree", from, tree.sha());
  }

  private static ChangedFiles committed(
      WorkingTree tree, String since, String command, String... rest) {
    List<String> line =
        new java.util.ArrayList<>(List.of(command, "-r", "-z", "--name-only", "--no-renames"));
    line.addAll(List.of(rest));
    try {
      return uncommitted(tree, tree.git().fields(line.toArray(String[]::new)), since);
    } catch (GitException e) {
      return unknown("git cannot list the changed files: " + e.why());
    }
  }

  private static ChangedFiles uncommitted(WorkingTree tree, List<String> committed, String since)
      throws GitException {
    List<String> uncommitted = tree.uncommitted();
    var all = new TreeSet<>(committed);
    all.addAll(uncommitted);
    return new ChangedFiles(
        new ChangedPaths.Known(List.copyOf(all)),
        uncommitted.isEmpty() ? since : since + ", plus uncommitted changes");
  }

  private static String brief(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }
}
