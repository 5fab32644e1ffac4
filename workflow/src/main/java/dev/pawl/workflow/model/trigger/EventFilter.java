package dev.pawl.workflow.model.trigger;

/// A key that restricts which events of a name start the workflow.
public enum EventFilter {
  BRANCHES("branches"),
  BRANCHES_IGNORE("branches-ignore"),
  TAGS("tags"),
  TAGS_IGNORE("tags-ignore"),
  PATHS("paths"),
  PATHS_IGNORE("paths-ignore"),
  TYPES("types"),
  WORKFLOWS("workflows"),
  NAMES("names"),
  VERSIONS("versions");

  private final String key;

  EventFilter(String key) {
    this.key = key;
  }

  /// The key in files.
  public String key() {
    return key;
  }
}
