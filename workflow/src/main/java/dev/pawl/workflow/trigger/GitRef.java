package dev.pawl.workflow.trigger;

/// A branch or a tag by its short name, or neither.
public record GitRef(Kind kind, String name) {

  /// What a ref is one of.
  public enum Kind {
    BRANCH("branch", "refs/heads/"),
    TAG("tag", "refs/tags/"),
    /// An event about none, or a commit that no branch or tag is at.
    NONE("", "");

    private final String label;
    private final String prefix;

    Kind(String label, String prefix) {
      this.label = label;
      this.prefix = prefix;
    }

    /// As `github.ref_type` has it.
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

  /// From `refs/heads/main`, `refs/tags/v1`; anything else is none.
  public static GitRef of(String full) {
    for (Kind kind : new Kind[] {Kind.BRANCH, Kind.TAG}) {
      if (full.startsWith(kind.prefix)) {
        return new GitRef(kind, full.substring(kind.prefix.length()));
      }
    }
    return NONE;
  }

  /// `refs/heads/main`; empty for none.
  public String full() {
    return kind.prefix + name;
  }

  /// For people: `main`, `tag v1`, `no branch`.
  @Override
  public String toString() {
    return switch (kind) {
      case BRANCH -> name;
      case TAG -> "tag " + name;
      case NONE -> "no branch";
    };
  }
}
