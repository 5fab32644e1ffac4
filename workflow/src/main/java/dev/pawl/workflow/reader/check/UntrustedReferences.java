package dev.pawl.workflow.reader.check;

import dev.pawl.expression.Expression;
import dev.pawl.expression.Reference;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Knows the values that an outsider may choose: titles, texts, names, branches.
///
/// In a script such a value is code. In the environment it is only a value.
final class UntrustedReferences {

  private static final Set<String> PATHS =
      Set.of(
          "head_ref",
          "ref_name",
          "event.ref",
          "event.issue.title",
          "event.issue.body",
          "event.pull_request.title",
          "event.pull_request.body",
          "event.pull_request.head.ref",
          "event.pull_request.head.label",
          "event.pull_request.head.repo.default_branch",
          "event.pull_request.head.repo.description",
          "event.pull_request.head.repo.homepage",
          "event.comment.body",
          "event.review.body",
          "event.review_comment.body",
          "event.discussion.title",
          "event.discussion.body",
          "event.release.name",
          "event.release.body",
          "event.milestone.title",
          "event.milestone.description",
          "event.label.name",
          "event.label.description",
          "event.pages",
          "event.commits",
          "event.head_commit.message",
          "event.head_commit.author.name",
          "event.head_commit.author.email",
          "event.head_commit.committer.name",
          "event.head_commit.committer.email",
          "event.workflow_run.head_branch",
          "event.workflow_run.display_title",
          "event.workflow_run.head_commit.message",
          "event.workflow_run.head_commit.author.name",
          "event.workflow_run.head_commit.author.email",
          "event.merge_group.head_ref",
          "event.merge_group.head_commit.message");
  private static final Set<String> LISTS = Set.of("event.pages", "event.commits");

  /// The first untrusted value that the expression inserts into a text.
  static Optional<Reference> in(Expression expression) {
    return expression.resultReferences().stream().filter(UntrustedReferences::is).findFirst();
  }

  /// Whether the value is untrusted. An object that contains an untrusted value is too, because
  /// `toJSON` writes all of it.
  private static boolean is(Reference reference) {
    if (!reference.context().equals("github")) {
      return false;
    }
    String name = String.join(".", reference.path()).toLowerCase(Locale.ROOT);
    String within = name.isEmpty() ? "" : name + ".";
    return PATHS.contains(name)
        || PATHS.stream().anyMatch(path -> path.startsWith(within))
        || LISTS.stream().anyMatch(list -> name.startsWith(list + "."));
  }

  /// The name of an environment variable for the value.
  static String variable(Reference reference) {
    String last = reference.path().isEmpty() ? "VALUE" : reference.path().getLast();
    return last.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
  }

  private UntrustedReferences() {}
}
