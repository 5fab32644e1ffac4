package dev.pawl.workflow.model.trigger;

/// By what an event is told from others of its name.
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

  /// As files write it.
  public String key() {
    return key;
  }
}
