package dev.pawl.cli.git;

import dev.pawl.workflow.trigger.Changes;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// What has changed, and since when, in words for people.
///
/// The working tree is what runs, so what is not committed counts always.
public record Changed(Changes changes, String since) {

  private static final int SHORT = 8;

  /// By what `--changed` names.
  public static Changed named(List<String> paths) {
    return new Changed(new Changes.Files(paths.stream().map(Changed::plain).toList()), "--changed");
  }

  private static String plain(String path) {
    return path.startsWith("./") ? path.substring(2) : path;
  }

  public static Changed unknown(String why) {
    return new Changed(new Changes.Anything(why), why);
  }

  /// By a pull request into `base`: since both went apart.
  public static Changed since(WorkingTree tree, String base) {
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
  public static Changed byPush(WorkingTree tree, String before) {
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

  private static Changed nothingCommitted(WorkingTree tree) {
    try {
      return uncommitted(tree, List.of(), "nothing is committed yet");
    } catch (GitFailure e) {
      return unknown("git does not say what there is: " + e.why());
    }
  }

  private static Changed byLastCommit(WorkingTree tree) {
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

  private static Changed between(WorkingTree tree, String from, String since) {
    return committed(tree, since, "diff-tree", from, tree.sha());
  }

  private static Changed committed(WorkingTree tree, String since, String command, String... rest) {
    List<String> line =
        new java.util.ArrayList<>(List.of(command, "-r", "-z", "--name-only", "--no-renames"));
    line.addAll(List.of(rest));
    try {
      return uncommitted(tree, tree.git().fields(line.toArray(String[]::new)), since);
    } catch (GitFailure e) {
      return unknown("git does not say what has changed %s: %s".formatted(since, e.why()));
    }
  }

  private static Changed uncommitted(WorkingTree tree, List<String> committed, String since)
      throws GitFailure {
    List<String> uncommitted = tree.uncommitted();
    var all = new TreeSet<>(committed);
    all.addAll(uncommitted);
    return new Changed(
        new Changes.Files(List.copyOf(all)),
        uncommitted.isEmpty() ? since : since + ", and what is not committed");
  }

  private static String brief(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }
}
