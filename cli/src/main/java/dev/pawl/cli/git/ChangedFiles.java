package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.ChangedPaths;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// What has changed, and since when, in words for people.
///
/// The working tree is what runs, so what is not committed counts always.
public record ChangedFiles(ChangedPaths changes, String since) {

  private static final int SHORT = 8;

  /// By what `--changed` names.
  public static ChangedFiles named(List<String> paths) {
    return new ChangedFiles(
        new ChangedPaths.Known(paths.stream().map(ChangedFiles::plain).toList()), "--changed");
  }

  private static String plain(String path) {
    return path.startsWith("./") ? path.substring(2) : path;
  }

  public static ChangedFiles unknown(String why) {
    return new ChangedFiles(new ChangedPaths.Unknown(why), why);
  }

  /// By a pull request into `base`: since both went apart.
  public static ChangedFiles since(WorkingTree tree, String base) {
    Optional<String> commit = tree.commit(base);
    if (commit.isEmpty()) {
      return unknown("there is no branch '%s' here".formatted(base));
    }
    return tree.git()
        .line("merge-base", commit.get(), tree.sha())
        .map(common -> between(tree, common, "since %s (%s)".formatted(base, brief(common))))
        .orElseGet(() -> unknown("this and '%s' have no commit in common here".formatted(base)));
  }

  /// By a push: since the commit that the branch was at `before`, if that is here; since what the
  /// upstream branch has; or else, by the last commit.
  public static ChangedFiles byPush(WorkingTree tree, String before) {
    if (!tree.hasCommits()) {
      return nothingCommitted(tree);
    }
    Optional<String> pushed = tree.commit(before);
    if (pushed.isPresent()) {
      return between(tree, pushed.get(), "since " + brief(before));
    }
    Optional<String> upstream =
        tree.git()
            .line("merge-base", "@{upstream}", "HEAD")
            .filter(common -> !common.equals(tree.sha()));
    return upstream
        .map(common -> between(tree, common, "since the upstream's " + brief(common)))
        .orElseGet(() -> byLastCommit(tree));
  }

  private static ChangedFiles nothingCommitted(WorkingTree tree) {
    try {
      return uncommitted(tree, List.of(), "nothing is committed yet");
    } catch (GitException e) {
      return unknown("git does not say what there is: " + e.why());
    }
  }

  private static ChangedFiles byLastCommit(WorkingTree tree) {
    return committed(
        tree,
        "by the last commit " + brief(tree.sha()),
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
      return unknown("git does not say what has changed %s: %s".formatted(since, e.why()));
    }
  }

  private static ChangedFiles uncommitted(WorkingTree tree, List<String> committed, String since)
      throws GitException {
    List<String> uncommitted = tree.uncommitted();
    var all = new TreeSet<>(committed);
    all.addAll(uncommitted);
    return new ChangedFiles(
        new ChangedPaths.Known(List.copyOf(all)),
        uncommitted.isEmpty() ? since : since + ", and what is not committed");
  }

  private static String brief(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }
}
