package dev.pawl.workflow.trigger;

/// A branch, a tag or a pull request by its short name, or none of them.
public record GitRef(Kind kind, String name) {

  /// The kind of a ref.
  public enum Kind {
    BRANCH("branch", "refs/heads/"),
    TAG("tag", "refs/tags/"),
    /// A pull request, which GitHub counts as a branch.
    PULL("branch", "refs/pull/"),
    /// For events without a ref, and for commits without a branch or tag.
    NONE("", "");

    private final String label;
    private final String prefix;

    Kind(String label, String prefix) {
      this.label = label;
      this.prefix = prefix;
    }

    /// The value of `github.ref_type`.
    public String label() {
      return label;
    }
  }

  public static final GitRef NONE = new GitRef(Kind.NONE, "");

  public static GitRef branch(String name) {
    return new GitRef(Kind.BRANCH, name);
  }

  public static GitRef tag(String name) {
    return new GitRef(Kind.TAG, name);
  }

  /// Parses `refs/heads/main`, `refs/tags/v1` or `refs/pull/3/head`; anything else is [#NONE].
  public static GitRef of(String full) {
    for (Kind kind : new Kind[] {Kind.BRANCH, Kind.TAG, Kind.PULL}) {
      if (full.startsWith(kind.prefix)) {
        return new GitRef(kind, full.substring(kind.prefix.length()));
      }
    }
    return NONE;
  }

  /// `refs/heads/main`; empty for [#NONE].
  public String full() {
    return kind.prefix + name;
  }

  /// For people: `main`, `tag v1`, `no branch`.
  @Override
  public String toString() {
    return switch (kind) {
      case BRANCH -> name;
      case TAG -> "tag " + name;
      case PULL -> "pull request " + name;
      case NONE -> "no branch";
    };
  }
}
